import type { Instant, Place } from '#contract/base/place.ts'
import { placesLimits } from '#contract/places/places-limits.ts'
import type { Chapter } from '#domain/track/trips.ts'
import type { ChapteredHistory } from './use-chaptered-history.ts'

/** What the ends of a chapter are called. */
export interface EndNames {
  start: string
  end: string
}

/** What is known of places and their names. */
export interface KnownNames {
  /** By place; null: it has no name. */
  places: ReadonlyMap<string, string | null>
  /** The last names of the chapter that began at this moment. */
  chapters: ReadonlyMap<Instant, EndNames>
}

export const noNames: KnownNames = { places: new Map(), chapters: new Map() }

type Chaptered = Pick<ChapteredHistory, 'positions' | 'chapters'>

/** What is known after an answer: the names of these places. */
export function withAnswer(
  known: KnownNames,
  history: Chaptered,
  asked: readonly Place[],
  names: readonly (string | null)[],
): KnownNames {
  const answered = asked.map((place, index) => [keyOf(place), names[index] ?? null] as const)
  const places = new Map([...known.places, ...answered])
  const chapters = new Map(known.chapters)
  for (const chapter of history.chapters) {
    const found = namesOf(chapter, history, { places, chapters })
    if (found !== null) chapters.set(chapter.start, found)
  }
  return { places, chapters }
}

/** The names of a chapter's ends; of a ride that goes on the last ones until its new end is known. Null: it has none. */
export function namesOf(
  chapter: Chapter,
  history: Pick<ChapteredHistory, 'positions'>,
  { places, chapters }: KnownNames,
): EndNames | null {
  const ends = endsOf(chapter, history)
  if (ends === null) return null
  const [start, end] = [places.get(keyOf(ends.start)), places.get(keyOf(ends.end))]
  if (start === undefined || end === undefined) return chapters.get(chapter.start) ?? null
  return start === null || end === null ? null : { start, end }
}

/** Places without a known answer, the newest first where there are too many to ask for. Each once: a ride ends where the stop after it begins. */
export function unknownPlaces(history: Chaptered, { places }: KnownNames): Place[] {
  const found = new Map<string, Place>()
  for (const chapter of history.chapters.toReversed()) {
    const ends = endsOf(chapter, history)
    for (const place of ends === null ? [] : [ends.end, ends.start]) {
      if (!places.has(keyOf(place))) found.set(keyOf(place), place)
    }
  }
  return [...found.values()].slice(0, placesLimits.namedTogether)
}

/** Where a chapter begins and ends; of a stop twice the same. */
function endsOf(
  chapter: Chapter,
  { positions }: Pick<ChapteredHistory, 'positions'>,
): { start: Place; end: Place } | null {
  if (chapter.kind === 'gap') return null
  if (chapter.kind === 'stop') return { start: rounded(chapter.place), end: rounded(chapter.place) }
  const [start, end] = [positions[chapter.first], positions[chapter.last]]
  return start === undefined || end === undefined ? null : { start: rounded(start), end: rounded(end) }
}

/** To some 10 m, as exactly as a name is. */
function rounded({ latitude, longitude }: Place): Place {
  return { latitude: Number(latitude.toFixed(4)), longitude: Number(longitude.toFixed(4)) }
}

const keyOf = ({ latitude, longitude }: Place) => `${latitude} ${longitude}`
