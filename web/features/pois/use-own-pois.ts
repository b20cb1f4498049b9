import { useQuery } from '@tanstack/react-query'
import { poiExchange } from '#contract/poi-exchange.ts'
import type { Poi } from '#contract/pois.ts'
import { call } from '#web/api/call.ts'
import type { CallProblem } from '#web/api/call-problem.ts'
import { queryKey, useCall } from '#web/api/queries.ts'

/** How many POIs of their own the user has; null until it is known. */
export function useOwnPoiCount(): number | null {
  const { data } = useCall(poiExchange.ownFiles)
  return data === undefined ? null : data.files.reduce((sum, { pois }) => sum + pois, 0)
}

/** All of the user's own POIs, once they are wanted; they change by an import alone. */
export function useOwnPois(wanted: boolean): readonly Poi[] {
  const { data } = useQuery<readonly Poi[], CallProblem>({
    queryKey: queryKey(poiExchange.own),
    queryFn: ({ signal }) => everyPage(signal),
    enabled: wanted,
  })
  return wanted ? (data ?? none) : none
}

const none: readonly Poi[] = []

async function everyPage(signal: AbortSignal): Promise<readonly Poi[]> {
  const all: Poi[] = []
  for (let cursor: string | null = null; ;) {
    const query: { cursor?: string } = cursor === null ? {} : { cursor }
    const page = await call(poiExchange.own, { query }, { signal })
    all.push(...page.pois)
    if (page.nextCursor === null) return all
    cursor = page.nextCursor
  }
}
