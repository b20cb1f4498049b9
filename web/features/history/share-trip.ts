import type { Trip } from '#domain/track/trips.ts'
import { tripFiguresInWords } from './chapter-words.ts'
import { historyTexts } from './texts.ts'
import { download } from '#web/api/call.ts'
import { history } from '#contract/history.ts'
import { formatDay } from '#web/kit/formats.ts'
import { notify } from '#web/kit/notify.ts'

const texts = historyTexts.trip

/**
 * Hands a trip to somebody: its file without what lies in privacy zones; where the browser hands on no files, its figures.
 * The names of where it began and ended stay here: they may be a home.
 */
export async function shareTrip(deviceId: string, trip: Trip): Promise<void> {
  const [distance, duration, begun] = tripFiguresInWords(trip)
  const text = texts.shared(formatDay(trip.start), begun, distance, duration)
  if (typeof navigator.share !== 'function') return copy(text)
  try {
    const file = await fileOf(deviceId, trip)
    await navigator.share(file !== null && navigator.canShare({ files: [file] }) ? { files: [file], text } : { text })
  } catch (error) {
    // Somebody who closes the sheet has not failed.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(text)
  }
}

async function fileOf(deviceId: string, { start, end }: Trip): Promise<File | null> {
  const query = { start, end, without: 'privacy-zones' as const }
  const found = await download(history.export, { params: { deviceId, format: 'gpx' }, query })
  return found === null ? null : new File([found.content], found.fileName, { type: found.content.type })
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify('success', texts.copied)
  } catch {
    notify('info', text)
  }
}
