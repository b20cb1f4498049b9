import type { Place } from '#contract/base/place.ts'
import type { DrawnRoads } from '#contract/route-check/route-check.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import type { DrawnPoints } from '#domain/route-check/drawn-route.ts'
import { routeCheckTexts } from '../texts.ts'
import { messageOf } from '#web/api/calls/call-problem.ts'

/** What is drawn between the points. */
export interface DrawnLine {
  line: readonly Place[]
  onRoads: boolean
  /** The roads are being looked for: until they are there, the line is straight. */
  asking: boolean
  /** What the line follows, and why. */
  words: string
}

/** What is known of the roads between the points, and of no others. */
export type KnownRoads = 'no-router' | 'asking' | { problem: unknown } | DrawnRoads

const texts = routeCheckTexts.drawing

/** Along the roads if they are known, else straight from point to point. */
export function drawnLine(points: DrawnPoints, roads: KnownRoads): DrawnLine {
  const straight = (words: string) => ({ line: points, onRoads: false, asking: roads === 'asking', words })
  if (roads === 'no-router') return straight(texts.withoutRouter)
  if (roads === 'asking') return straight(texts.asking)
  if ('problem' in roads) return straight(texts.notAsked(messageOf(roads.problem)))
  if ('straight' in roads) return straight(texts.straight[roads.straight])
  const line = lineOfText(roads.line)
  if (line.length < 2) return straight(texts.straight.unusable)
  return { line, onRoads: true, asking: false, words: texts.onRoads }
}
