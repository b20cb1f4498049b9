import { type ExportedRange, history } from '#contract/history.ts'
import type { Trip } from '#domain/track/trips.ts'
import { tripFiguresInWords } from './chapter-words.ts'
import { historyTexts } from './texts.ts'
import { download } from '#web/api/call.ts'
import type { Download } from '#web/api/caller.ts'
import { formatDay } from '#web/kit/formats.ts'
import { notify } from '#web/kit/notify.ts'

const texts = historyTexts.trip

/** Where a trip's file comes from, and who takes what is handed on. */
export interface ShareDoor {
  download(deviceId: string, range: ExportedRange): Promise<Download | null>
  /** What the browser offers. */
  navigator: Partial<Pick<Navigator, 'share' | 'canShare'>>
  copy(text: string): Promise<void>
}

/** The real one. */
const shareDoor: ShareDoor = {
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
}

/**
 * Hands a trip to somebody: its file without what lies in privacy zones; where the browser hands on no files, its figures.
 * The names of where it began and ended stay here: they may be a home.
 */
export async function shareTrip(deviceId: string, trip: Trip, door: ShareDoor = shareDoor): Promise<void> {
  const [distance, duration, begun] = tripFiguresInWords(trip)
  const text = texts.shared(formatDay(trip.start), begun, distance, duration)
  if (door.navigator.share === undefined) return door.copy(text)
  try {
    const found = await door.download(deviceId, { start: trip.start, end: trip.end, without: 'privacy-zones' })
    const files = found === null ? [] : [new File([found.content], found.fileName, { type: found.content.type })]
    const takesFiles = files.length > 0 && door.navigator.canShare?.({ files }) === true
    await door.navigator.share(takesFiles ? { files, text } : { text })
  } catch (error) {
    // Somebody who closes the sheet has not failed.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await door.copy(text)
  }
}
