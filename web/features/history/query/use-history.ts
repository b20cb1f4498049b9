import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Position } from '#contract/history/history.ts'
import type { Instant } from '#contract/base/place.ts'
import { chosenDay, stripDays } from '../range/day-strip.ts'
import { callHistory, callOutline } from './history-call.ts'
import { type FoundHistory, historyQuery, outlineQuery, searchKey } from './history-query.ts'
import { type RangeChoice, rangeOf } from '../range/history-range.ts'
import { renewalOf } from './renewal.ts'
import { nextSearch, type Search, type SearchState } from './search.ts'
import { shownHistory } from './shown-history.ts'
import { historyMessages } from './messages.ts'
import { queryClient } from '#web/api/queries/queries.ts'
import { alertUser } from '#web/ui/text/alert.ts'
import { clock } from '#web/browser/clock.ts'

/** State that only the screen has. */
interface Look {
  deviceId: string | null
  visit: string | null
  /** Whether a time is asked for: which, may only come to be known after the visit. */
  isAsked: boolean
  /** The last one; null: there was none yet. */
  search: Search | null
  /** Whether it was neither left nor emptied since. */
  isShown: boolean
  /** It was emptied: going back does not show it again, only asking for a time does. */
  isEmptied: boolean
  /** The position whose popup is open. */
  open: Position | null
}

const noLook: Look = {
  deviceId: null,
  visit: null,
  isAsked: false,
  search: null,
  isShown: false,
  isEmptied: false,
  open: null,
}
const now = () => clock.now()

/**
 * The history that the address asks for: shown at each visit, also when going back; and nothing else.
 * @param choice null if the address asks for none.
 * @param ofRides a day is shown by its rides, each as a whole, and not by what its clocks showed.
 */
export function useHistory(
  deviceId: string | null,
  choice: RangeChoice | null,
  { visit, ofRides }: { visit: string; ofRides: boolean },
) {
  const [last, setLook] = useState(noLook)
  const isSame = last.visit === visit && last.deviceId === deviceId && last.isAsked === (choice !== null)
  const look = isSame ? last : afterVisit(last, deviceId, choice, { visit, ofRides })
  const search = look.isShown ? look.search : null
  // Asked for first: the server answers it before it reads the whole.
  const { data: outline } = useQuery(outlineQuery(search, callOutline, now), queryClient)
  const query = useQuery(historyQuery(search, callHistory, now), queryClient)
  const { data: found, isPlaceholderData, isFetching } = query
  const history = useMemo(
    () => shownHistory({ data: found, isPlaceholderData, isFetching }, outline, look.open),
    [found, isPlaceholderData, isFetching, outline, look.open],
  )
  const { positions, selected, searching } = history
  const isGone = look.open !== null && selected === null && !searching
  // A popup whose position is gone is closed for good.
  const current = isGone ? { ...look, open: null } : look
  if (current !== last) setLook(current)

  const failed = search !== null && query.isError && found === undefined
  useEffect(() => {
    if (failed) alertUser(historyMessages.failed)
  }, [failed, search])

  return {
    history,
    /** Nobody answered, and nothing is known from before. */
    failed,
    retry: () => void query.refetch(),
    /** When it was answered, by the browser's clock: without a connection, that of the answer that was kept. */
    answeredAt: query.dataUpdatedAt,
    select: (index: number | null) =>
      setLook((before) => ({ ...before, open: index === null ? null : (positions[index] ?? null) })),
    /** Hides the history until it is asked for, and does not wait for an answer that is under way. */
    clear: () => setLook((before) => ({ ...before, isShown: false, isEmptied: true, open: null })),
    /** The next visit shows what it asks for. */
    ask: () => setLook((before) => ({ ...before, isEmptied: false })),
    renew: (newest: Instant | null) => renewalOf(queryClient, search, history, newest, clock.now()),
  }
}

function afterVisit(
  before: Look,
  deviceId: string | null,
  choice: RangeChoice | null,
  { visit, ofRides }: { visit: string; ofRides: boolean },
): Look {
  const isEmptied = before.isEmptied && before.deviceId === deviceId
  const now = { deviceId, visit, isAsked: choice !== null, isEmptied }
  const isReadable = deviceId !== null && choice !== null && 'range' in rangeOf(choice, clock.now())
  if (isEmptied || !isReadable) return { ...now, search: before.search, isShown: false, open: null }
  const day = chosenDay(stripDays(clock.now()), choice, clock.now())
  const wholeRides = ofRides && { wholeRides: true as const }
  const wanted = { deviceId, choice, visit, ...(day !== null && { day, ...wholeRides }) }
  const search = nextSearch(before.search, stateOf(before), wanted)
  const goesOn = before.search?.series === search.series
  return { ...now, search, isShown: true, open: goesOn ? before.open : null }
}

function stateOf({ search, isShown }: Look): SearchState {
  if (!isShown) return 'cleared'
  const state = queryClient.getQueryState<FoundHistory>(searchKey(search))
  if (state?.data !== undefined) return 'found'
  return state?.fetchStatus === 'fetching' ? 'awaited' : 'failed'
}
