import { type QueryObserverOptions, skipToken } from '@tanstack/react-query'
import { history, type Position, type Range } from '#contract/history/history.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { rangeOfRides } from '#domain/history/around-midnight.ts'
import { inFixOrder } from '#domain/track/track.ts'
import { rangeOf } from '../range/history-range.ts'
import type { Search } from './search.ts'
import { browserProblem, type CallProblem } from '#web/api/calls/call-problem.ts'

/** What was found. */
export interface FoundHistory {
  /** Identifies the search: another object at each search, the same while new positions are added. */
  answered: Range
  /** In fix order. */
  positions: readonly Position[]
  /** The range holds more positions than were sent. */
  truncated: boolean
}

export type AskHistory = (
  deviceId: string,
  range: Range,
  signal: AbortSignal,
) => Promise<{ positions: Position[]; truncated: boolean }>

type AskOutline = (deviceId: string, range: Range, signal: AbortSignal) => Promise<Position[]>

type SearchKey = readonly [path: string, search: Search | null]
type OutlineQuery = QueryObserverOptions<Position[], CallProblem, Position[], Position[], SearchKey>
type HistoryQuery = QueryObserverOptions<FoundHistory, CallProblem, FoundHistory, FoundHistory, SearchKey>

export function searchKey(search: Search | null): SearchKey {
  return [history.show.path, search]
}

/** The history that a search finds, up to its request. Renewed only by events, and kept only while it is shown. */
export function historyQuery(search: Search | null, ask: AskHistory, now: () => Date): HistoryQuery {
  return {
    queryKey: searchKey(search),
    queryFn:
      search === null
        ? skipToken
        : async ({ client, signal }) => {
            const checked = rangeOf(search.choice, now())
            if ('mistakes' in checked) throw browserProblem('UNKNOWN_ERROR')
            const { range } = checked
            const asked = search.wholeRides === true ? rangeOfRides(range) : range
            const { positions, truncated } = await ask(search.deviceId, asked, signal)
            const found = inFixOrder(positions)
            const shown = search.wholeRides === true ? await ridesAmong(found, range) : found
            const before = client.getQueryData<FoundHistory>(searchKey(search))
            return {
              answered: before?.answered ?? range,
              positions: shown,
              truncated,
            }
          },
    // The previous result stays until the answer comes, so that going from day to day does not flicker.
    placeholderData: (found, query) =>
      search !== null && query?.queryKey[1]?.series === search.series && query.queryKey[1].deviceId === search.deviceId
        ? found
        : undefined,
    structuralSharing: false,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 1_000,
    networkMode: 'always',
  }
}

/** Those of a day's rides. The rule comes with the tab that shows them, and not with the screen. */
async function ridesAmong(positions: readonly Position[], day: Range): Promise<readonly Position[]> {
  const { positionsOfRides } = await import('#domain/history/rides-of-day.ts')
  return positionsOfRides(positions, day)
}

/** The outline of a long range that is searched. Of a short one, the whole is there as soon. */
export function outlineQuery(search: Search | null, ask: AskOutline, now: () => Date): OutlineQuery {
  const range = search === null ? null : longRangeOf(search, now())
  return {
    queryKey: [history.outline.path, search],
    queryFn: search === null || range === null ? skipToken : ({ signal }) => ask(search.deviceId, range, signal),
    structuralSharing: false,
    staleTime: Infinity,
    // Without it, one waits for the whole.
    retry: false,
    gcTime: 1_000,
    networkMode: 'always',
  }
}

function longRangeOf({ choice }: Search, now: Date): Range | null {
  const checked = rangeOf(choice, now)
  if ('mistakes' in checked) return null
  const { start, end } = checked.range
  return Date.parse(end) - Date.parse(start) > trackingLimits.outlinedFromHours * hourMs ? checked.range : null
}
