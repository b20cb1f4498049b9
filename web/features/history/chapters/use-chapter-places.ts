import { useState } from 'react'
import { places } from '#contract/places/places.ts'
import { secondMs } from '#contract/base/time-units.ts'
import type { Chapter } from '#domain/track/trips.ts'
import type { CallProblem } from '#web/api/calls/call-problem.ts'
import { type EndNames, namesOf, noNames, unknownPlaces, withAnswer } from './chapter-names.ts'
import type { ChapteredHistory } from './use-chaptered-history.ts'
import { useCall } from '#web/api/queries/queries.ts'

/** What the ends of a chapter are called; null as long as that is not known. */
export type NamesOfEnds = (chapter: Chapter) => EndNames | null

/** The names of where rides and stops begin and end. */
export function useChapterPlaces(history: ChapteredHistory): NamesOfEnds {
  const [known, setKnown] = useState(noNames)
  const asked = unknownPlaces(history, known)
  const { data } = useCall(
    places.names,
    { body: { places: asked } },
    {
      enabled: asked.length > 0,
      refetchInterval: ({ state }) => askedAgainMs(state.error),
    },
  )
  if (data !== undefined && asked.length > 0) setKnown(withAnswer(known, history, asked, data.names))
  return (chapter) => namesOf(chapter, history, known)
}

/** The server answers one such question of an account at a time: another window, or the day before, may have one under way. */
export function askedAgainMs(problem: Pick<CallProblem, 'code' | 'retryAfter'> | null): number | false {
  return problem?.code === 'RATE_LIMITED' && (problem.retryAfter ?? 1) * secondMs
}
