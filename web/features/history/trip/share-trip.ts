import { type ExportedRange, history } from '#contract/history/history.ts'
import { privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Trip } from '#domain/track/trips.ts'
import { tripFiguresInWords } from '../chapters/chapter-words.ts'
import { historyTexts } from '../texts.ts'
import { downloadFailure } from '../track-download.ts'
import { call, download } from '#web/api/calls/call.ts'
import type { Download } from '#web/api/calls/caller.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { formatDay } from '#web/texts/formats.ts'
import { notify } from '#web/ui/text/notify.ts'

const texts = historyTexts.trip

/** Where a trip's file comes from, and who takes what is handed on. */
export interface ShareDoor {
  /** Whether anything of the account's tracks is cut out. */
  hasZones(): Promise<boolean>
  download(deviceId: string, range: ExportedRange): Promise<Download | null>
  /** What the browser offers. */
  navigator: Partial<Pick<Navigator, 'share' | 'canShare'>>
  copy(text: string): Promise<void>
  sayFailed(message: string): void
  sayOnlyFigures(): void
}

/** The real one. */
const shareDoor: ShareDoor = {
  hasZones: async () => (await call(privacyZones.list)).zones.length > 0,
  download: (deviceId, query) => download(history.export, { params: { deviceId, format: 'gpx' }, query }),
  navigator,
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text)
      notify('success', texts.copied)
    } catch {
      notify('info', text)
    }
  },
  sayFailed: alertUser,
  sayOnlyFigures: () => notify('info', texts.onlyFigures),
}

/**
 * Hands a trip to somebody: its file without what lies in privacy zones, or its figures, never both. The whole distance less
 * the line that is left is the way inside the zone, which would betray its centre (decision 25). Without zones the file would
 * lead from door to door, so it stays here, like the names of where the trip began and ended.
 */
export async function shareTrip(deviceId: string, trip: Trip, door: ShareDoor = shareDoor): Promise<void> {
  const [distance, duration, begun] = tripFiguresInWords(trip)
  const text = texts.shared(formatDay(trip.start), begun, distance, duration)
  if (door.navigator.share === undefined) return door.copy(text)
  let file: File | null
  try {
    file = await fileOf(deviceId, trip, door)
  } catch (error) {
    return door.sayFailed(downloadFailure(error, 'gpx'))
  }
  try {
    await door.navigator.share(file === null ? { text } : { files: [file] })
  } catch (error) {
    // Somebody who closes the sheet has not failed.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await door.copy(text)
  }
}

/** Null where no file is handed on. What this browser could not hand on is not asked for: an export is noted. */
async function fileOf(deviceId: string, { start, end }: Trip, door: ShareDoor): Promise<File | null> {
  const fileOfTrip = (...content: Blob[]) =>
    new File(content, texts.fileName(berlinDay(start)), { type: 'application/gpx+xml' })
  if (door.navigator.canShare?.({ files: [fileOfTrip()] }) !== true) return null
  if (!(await door.hasZones())) {
    door.sayOnlyFigures()
    return null
  }
  const found = await door.download(deviceId, { start, end, without: 'privacy-zones' })
  return found === null ? null : fileOfTrip(found.content)
}
