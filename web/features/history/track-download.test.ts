import { describe, expect, it } from 'vitest'
import type { Range } from '#contract/history/history.ts'
import { type DownloadDoor, downloadTrack } from './track-download.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'

const range: Range = { start: '2026-06-12T10:00:00Z', end: '2026-06-13T10:00:00Z' }
const network = new CallProblem('NETWORK_ERROR', 'Verbindungsfehler.', 0)

function doorWith(differences: Partial<DownloadDoor> = {}) {
  const asked: string[] = []
  const said: string[] = []
  const door: DownloadDoor = {
    download: async (deviceId, format) => ({
      fileName: `device_${deviceId}_2026-06-13.${format}`,
      content: new Blob(['…']),
    }),
    save: ({ fileName }) => void asked.push(`save ${fileName}`),
    say: (message) => void said.push(message),
    ...differences,
  }
  return { door, asked, said }
}

describe('a file', () => {
  it('is kept under the name that the server gave it', async () => {
    const { door, asked, said } = doorWith()
    await downloadTrack('a', 'gpx', range, door)
    await downloadTrack('a', 'csv', range, door)
    expect(asked).toEqual(['save device_a_2026-06-13.gpx', 'save device_a_2026-06-13.csv'])
    expect(said).toEqual(['GPX-Datei wurde erfolgreich heruntergeladen', 'CSV-Datei wurde erfolgreich heruntergeladen'])
  })

  it.each([
    { name: 'there is none', download: async () => null, message: 'Keine Daten im gewählten Zeitraum vorhanden' },
    {
      name: 'the session is over',
      download: () => Promise.reject(new CallProblem('UNAUTHORIZED', 'Bitte melden Sie sich an.', 401)),
      message: 'Sitzung abgelaufen. Bitte neu anmelden.',
    },
    { name: 'it fails', download: () => Promise.reject(network), message: 'Fehler beim Download der GPX-Datei' },
  ])('says so when $name', async ({ download, message }) => {
    const { door, asked, said } = doorWith({ download })
    await downloadTrack('a', 'gpx', range, door)
    expect(said).toEqual([message])
    expect(asked).toEqual([])
  })
})
