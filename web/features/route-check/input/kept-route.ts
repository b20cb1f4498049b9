import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { offlineLimits } from '#contract/limits/offline-limits.ts'
import { place } from '#contract/base/place.ts'
import { departure } from '#contract/route-check/route-check.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { GpxLine } from '#domain/route-check/gpx-reading.ts'
import { keep, recall } from '#web/api/offline/offline-store.ts'
import { session } from '#web/api/session/session.ts'
import { clock } from '#web/browser/clock.ts'

/** What to check of a line, and how. */
export const routeChoice = z.object({
  corridorMetres: z.number(),
  reversed: z.boolean(),
  departure: z.nullable(departure),
})
export type RouteChoice = z.output<typeof routeChoice>

const route = z.extend(routeChoice, {
  line: z.object({
    kind: z.enum(['track', 'route', 'waypoints']),
    name: z.nullable(z.string()),
    pieces: z.array(z.array(place)),
  }),
})

export interface KeptRoute extends RouteChoice {
  /** As it was sent, in its own direction. */
  line: GpxLine
  /** When it was checked. */
  checkedAt: Date
}

const name = 'route'

/** Keeps the route that was checked last, in this browser alone: without it nobody could ask for its answer again. */
export function keepRoute({ checkedAt, ...kept }: KeptRoute): void {
  const { token } = session.current()
  if (token !== null) void keep(token, name, kept satisfies z.output<typeof route>, checkedAt.getTime())
}

/** The route that was checked last in this session, as long as its answer may be shown; null if there is none. */
export function useKeptRoute(): KeptRoute | null {
  const [kept, setKept] = useState<KeptRoute | null>(null)
  useEffect(() => {
    let left = false
    void recallRoute().then((found) => {
      if (!left) setKept(found)
    })
    return () => {
      left = true
    }
  }, [])
  return kept
}

async function recallRoute(): Promise<KeptRoute | null> {
  const { token } = session.current()
  const kept = token === null ? null : await recall(token, name)
  const { data } = z.safeParse(route, kept?.value)
  if (kept === null || data === undefined || clock.browserNow() - kept.at > offlineLimits.keptDays * dayMs) return null
  return { ...data, checkedAt: clock.at(kept.at) }
}
