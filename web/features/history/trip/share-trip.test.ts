import { expect, it, vi } from 'vitest'
import type { ExportedRange } from '#contract/history/history.ts'
import type { Trip } from '#domain/track/trips.ts'
import { type ShareDoor, shareTrip } from './share-trip.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'

const trip: Trip = {
  kind: 'trip',
  first: 0,
  last: 9,
  start: '2026-06-12T15:40:00Z',
  end: '2026-06-12T15:59:00Z',
  durationMs: 19 * 60_000,
  stretches: [],
  distanceMetres: 14_000,
  movingMs: 19 * 60_000,
  pauses: 0,
  gaps: 0,
  maxKmh: 98,
  averageKmh: 44,
}
const figures = 'Fahrt am 12.06.2026 um 17:40: 14 km in 19 Min.'

/** What became of it, in a browser with these abilities. */
async function shared(abilities: ShareDoor['navigator'], differences: Partial<ShareDoor> = {}) {
  const asked: ExportedRange[] = []
  const copied: string[] = []
  const said: string[] = []
  await shareTrip('device-a', trip, {
    hasZones: async () => true,
    download: async (_device, range) => {
      asked.push(range)
      return { fileName: 'device_device-a_2026-06-12.gpx', content: new Blob(['<gpx/>']) }
    },
    navigator: abilities,
    copy: async (text) => void copied.push(text),
    sayFailed: (message) => void said.push(message),
    sayOnlyFigures: () => void said.push('only figures'),
    ...differences,
  })
  return { asked, copied, said }
}

const sheet = () => vi.fn<Navigator['share']>(async () => undefined)

it('hands on the file without what lies in privacy zones, under a name that says nothing of the device, and no figures', async () => {
  const share = sheet()
  const { asked, copied, said } = await shared({ share, canShare: () => true })
  expect(asked).toEqual([{ start: trip.start, end: trip.end, without: 'privacy-zones' }])
  expect(share).toHaveBeenCalledExactlyOnceWith({ files: [expect.any(File)] })
  const [file] = share.mock.calls[0]?.[0]?.files ?? []
  expect(file?.name).toBe('wegwarte-fahrt-2026-06-12.gpx')
  expect(file?.type).toBe('application/gpx+xml')
  expect(await file?.text()).toBe('<gpx/>')
  expect([copied, said]).toEqual([[], []])
})

it('hands on only the figures where no zone hides where the trip began and ended, and says so', async () => {
  const share = sheet()
  const { asked, said } = await shared({ share, canShare: () => true }, { hasZones: async () => false })
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: figures })
  expect(asked).toEqual([])
  expect(said).toEqual(['only figures'])
})

it('hands on the figures where the whole trip lies in zones', async () => {
  const share = sheet()
  await shared({ share, canShare: () => true }, { download: async () => null })
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: figures })
})

it('exports nothing where the browser takes no such file, and hands on the figures', async () => {
  const share = sheet()
  const canShare = vi.fn<Navigator['canShare']>(() => false)
  const { asked } = await shared({ share, canShare })
  expect(canShare.mock.calls[0]?.[0]?.files?.[0]).toMatchObject({ name: 'wegwarte-fahrt-2026-06-12.gpx', size: 0 })
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: figures })
  expect(asked).toEqual([])
  await shared({ share })
  expect(share).toHaveBeenLastCalledWith({ text: figures })
})

it('says that the file could not be fetched, and hands on nothing in its place', async () => {
  const failure = new CallProblem('NETWORK_ERROR', 'Verbindungsfehler.', 0)
  for (const failing of [
    { download: () => Promise.reject(failure) },
    { hasZones: () => Promise.reject(failure) },
  ] satisfies Partial<ShareDoor>[]) {
    const share = sheet()
    const { copied, said } = await shared({ share, canShare: () => true }, failing)
    expect(said).toEqual(['Fehler beim Download der GPX-Datei'])
    expect(share).not.toHaveBeenCalled()
    expect(copied).toEqual([])
  }
})

it('copies the figures where the browser shares nothing, or fails', async () => {
  expect((await shared({})).copied).toEqual([figures])
  const failing = { share: () => Promise.reject(new TypeError('no')), canShare: () => true }
  expect((await shared(failing)).copied).toEqual([figures])
})

it('does nothing more when somebody closes the sheet', async () => {
  const closing = { share: () => Promise.reject(new DOMException('closed', 'AbortError')), canShare: () => true }
  expect((await shared(closing)).copied).toEqual([])
})
