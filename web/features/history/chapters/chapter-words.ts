import type { Instant } from '#contract/base/place.ts'
import { berlinDay } from '#domain/time/time.ts'
import type { Chapter, Trip } from '#domain/track/trips.ts'
import { durationInWords } from './duration-words.ts'
import { historyTexts } from '../texts.ts'
import { counted, formatDayTime, formatDistance, formatNumber, formatTime, oClock } from '#web/texts/formats.ts'

const texts = historyTexts.chapters

export interface ChapterWords {
  title: string
  /** `08:12 – 09:40 Uhr`; with its day if it ends on another. */
  time: string
  /** What matters first. */
  figures: string[]
  details: string[]
}

export function chapterInWords(chapter: Chapter): ChapterWords {
  const title = texts.kinds[chapter.kind]
  return { title, time: timeOf(chapter.start, chapter.end), figures: figuresOf(chapter), details: detailsOf(chapter) }
}

function timeOf(start: Instant, end: Instant): string {
  const sameDay = berlinDay(start) === berlinDay(end)
  return texts.from(formatTime(start), oClock(sameDay ? formatTime(end) : formatDayTime(end)))
}

function figuresOf(chapter: Chapter): string[] {
  const duration = durationInWords(chapter.durationMs)
  return chapter.kind === 'trip' ? [formatDistance(chapter.distanceMetres), duration] : [duration]
}

function detailsOf(chapter: Chapter): string[] {
  switch (chapter.kind) {
    case 'stop':
      return []
    case 'gap':
      return [texts.asTheCrowFlies(formatDistance(chapter.distanceMetres))]
    case 'trip':
      return [
        ...(chapter.movingMs < chapter.durationMs ? [texts.moving(durationInWords(chapter.movingMs))] : []),
        ...(chapter.averageKmh === null ? [] : [texts.average(formatNumber(chapter.averageKmh))]),
        ...(chapter.maxKmh === null ? [] : [texts.highest(formatNumber(chapter.maxKmh))]),
        ...some(chapter.pauses, texts.pauses),
        ...some(chapter.gaps, texts.gaps),
      ]
  }
}

/** Where it was, such as „Durlach → Ettlingen“; null where that has no name. */
export function whereInWords(chapter: Chapter, names: { start: string; end: string } | null): string | null {
  if (names === null || chapter.kind === 'gap') return null
  if (chapter.kind === 'stop') return names.start
  return names.start === names.end ? texts.roundTrip(names.start) : texts.arrow(names.start, names.end)
}

/** How far, how long, and when it began: `14 km`, `19 Min.`, `17:40`. */
export function tripFiguresInWords(trip: Trip): [distance: string, duration: string, begun: string] {
  return [formatDistance(trip.distanceMetres), durationInWords(trip.durationMs), formatTime(trip.start)]
}

/** How many trips, and how far: `2 Fahrten · 63 km`. */
export function tripsInWords(chapters: readonly Chapter[]): string {
  const trips = chapters.filter((chapter) => chapter.kind === 'trip')
  if (trips.length === 0) return texts.noTrip
  const metres = trips.reduce((sum, { distanceMetres }) => sum + distanceMetres, 0)
  return `${counted(trips.length, ...texts.trips)} · ${formatDistance(metres)}`
}

function some(count: number, [one, many]: readonly [string, string]): string[] {
  return count === 0 ? [] : [counted(count, one, many)]
}
