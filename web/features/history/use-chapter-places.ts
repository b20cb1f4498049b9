import { useState } from 'react'
import type { Place } from '#contract/place.ts'
import { placesLimits } from '#contract/places-limits.ts'
import { places } from '#contract/places.ts'
import type { Chapter } from '#domain/track/trips.ts'
import type { CallProblem } from '#web/api/call-problem.ts'
import type { ChapteredHistory } from './use-chaptered-history.ts'
import { useCall } from '#web/api/queries.ts'

/** Where a chapter begins and ends; of a stop twice the same. */
interface ChapterEnds {
  start: Place
  end: Place
}

/** What the ends of a chapter are called; null as long as that is not known. */
export type NamesOfEnds = (chapter: Chapter) => { start: string; end: string } | null

/** The names of where rides and stops begin and end, the newest first where there are too many to ask for. */
export function useChapterPlaces(history: ChapteredHistory): NamesOfEnds {
  const [known, setKnown] = useState<ReadonlyMap<string, string | null>>(new Map())
  const asked = unknownPlaces(history, known)
  const { data } = useCall(
    places.names,
    { body: { places: asked } },
    {
      enabled: asked.length > 0,
      refetchInterval: ({ state }) => askedAgainMs(state.error),
    },
  )
  if (data !== undefined && asked.length > 0) {
    setKnown(new Map([...known, ...asked.map((place, index) => [keyOf(place), data.names[index] ?? null] as const)]))
  }
  return (chapter) => {
    const ends = endsOf(chapter, history)
    const [start, end] = [ends?.start, ends?.end].map((place) => (place && known.get(keyOf(place))) ?? null)
    return typeof start === 'string' && typeof end === 'string' ? { start, end } : null
  }
}

/** The server answers one such question of an account at a time: another window, or the day before, may have one under way. */
export function askedAgainMs(problem: Pick<CallProblem, 'code' | 'retryAfter'> | null): number | false {
  return problem?.code === 'RATE_LIMITED' && (problem.retryAfter ?? 1) * 1_000
}

function endsOf(chapter: Chapter, { positions }: Pick<ChapteredHistory, 'positions'>): ChapterEnds | null {
  if (chapter.kind === 'silence') return null
  if (chapter.kind === 'stop') return { start: rounded(chapter.place), end: rounded(chapter.place) }
  const [start, end] = [positions[chapter.first], positions[chapter.last]]
  return start === undefined || end === undefined ? null : { start: rounded(start), end: rounded(end) }
}

/** Each once: a ride ends where the stop after it begins. */
function unknownPlaces(history: ChapteredHistory, known: ReadonlyMap<string, unknown>): Place[] {
  const found = new Map<string, Place>()
  for (const chapter of history.chapters.toReversed()) {
    const ends = endsOf(chapter, history)
    for (const place of ends === null ? [] : [ends.end, ends.start]) {
      if (!known.has(keyOf(place))) found.set(keyOf(place), place)
    }
  }
  return [...found.values()].slice(0, placesLimits.namedTogether)
}

/** To some 10 m, as exactly as a name is. */
function rounded({ latitude, longitude }: Place): Place {
  return { latitude: Number(latitude.toFixed(4)), longitude: Number(longitude.toFixed(4)) }
}

const keyOf = ({ latitude, longitude }: Place) => `${latitude} ${longitude}`
