import type { Instant } from '#contract/place.ts'
import { berlinDay } from '#domain/time.ts'
import type { Chapter } from '#domain/trips.ts'
import { durationInWords } from './duration-words.ts'
import { historyTexts } from './history-texts.ts'
import { counted, formatDayTime, formatDistance, formatNumber, formatTime, oClock } from '#web/kit/formats.ts'

const texts = historyTexts.chapters

export interface ChapterWords {
  title: string
  /** `08:12 – 09:40 Uhr`; with its day where it ends on another. */
  time: string
  details: string[]
}

export function chapterInWords(chapter: Chapter): ChapterWords {
  const title = texts.kinds[chapter.kind]
  return { title, time: timeOf(chapter.start, chapter.end), details: detailsOf(chapter) }
}

function timeOf(start: Instant, end: Instant): string {
  const sameDay = berlinDay(start) === berlinDay(end)
  return texts.from(formatTime(start), oClock(sameDay ? formatTime(end) : formatDayTime(end)))
}

function detailsOf(chapter: Chapter): string[] {
  const duration = durationInWords(chapter.durationMs)
  switch (chapter.kind) {
    case 'stop':
      return [duration]
    case 'silence':
      return [duration, texts.asTheCrowFlies(formatDistance(chapter.distanceMetres))]
    case 'trip':
      return [
        formatDistance(chapter.distanceMetres),
        duration,
        ...(chapter.movingMs < chapter.durationMs ? [texts.moving(durationInWords(chapter.movingMs))] : []),
        ...(chapter.averageKmh === null ? [] : [texts.average(formatNumber(chapter.averageKmh))]),
        ...(chapter.maxKmh === null ? [] : [texts.highest(formatNumber(chapter.maxKmh))]),
        ...some(chapter.pauses, texts.pauses),
        ...some(chapter.gaps, texts.gaps),
      ]
  }
}

function some(count: number, [one, many]: readonly [string, string]): string[] {
  return count === 0 ? [] : [counted(count, one, many)]
}
