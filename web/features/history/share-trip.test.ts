import { expect, it, vi } from 'vitest'
import type { ExportedRange } from '#contract/history.ts'
import type { Trip } from '#domain/track/trips.ts'
import { type ShareDoor, shareTrip } from './share-trip.ts'

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
async function shared(abilities: ShareDoor['navigator']) {
  const asked: ExportedRange[] = []
  const copied: string[] = []
  await shareTrip('device-a', trip, {
    download: async (_device, range) => {
      asked.push(range)
      return { fileName: 'fahrt.gpx', content: new Blob(['<gpx/>'], { type: 'application/gpx+xml' }) }
    },
    navigator: abilities,
    copy: async (text) => void copied.push(text),
  })
  return { asked, copied }
}

it('hands on the file, without what lies in privacy zones', async () => {
  const share = vi.fn<Navigator['share']>(async () => undefined)
  const { asked, copied } = await shared({ share, canShare: () => true })
  expect(asked).toEqual([{ start: trip.start, end: trip.end, without: 'privacy-zones' }])
  expect(share).toHaveBeenCalledExactlyOnceWith({ files: [expect.any(File)], text: figures })
  expect(copied).toEqual([])
})

it('hands on the figures where the browser takes no files', async () => {
  const share = vi.fn<Navigator['share']>(async () => undefined)
  await shared({ share, canShare: () => false })
  expect(share).toHaveBeenCalledExactlyOnceWith({ text: figures })
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
