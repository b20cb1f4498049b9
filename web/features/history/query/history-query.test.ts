import { defaultScheduler, notifyManager, QueryClient, QueryObserver, skipToken } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Position, Range } from '#contract/history/history.ts'
import { ride } from '#domain/testing/ride.ts'
import { type AskHistory, historyQuery, outlineQuery } from './history-query.ts'
import { renewalOf } from './renewal.ts'
import type { Search } from './search.ts'
import { shownHistory } from './shown-history.ts'
import { CallProblem } from '#web/api/calls/call-problem.ts'

const network = new CallProblem('NETWORK_ERROR', 'Verbindungsfehler.', 0)
const now = () => new Date('2026-06-13T10:00:00Z')
const today: Search = { deviceId: 'a', choice: { preset: 'today' }, visit: 'v1', series: 0 }
const yesterday: Search = { deviceId: 'a', choice: { preset: 'yesterday' }, visit: 'v2', series: 0 }
const friday: Search = {
  deviceId: 'a',
  choice: { from: '2026-06-12T00:00', to: '2026-06-13T00:00' },
  visit: 'v1',
  series: 0,
}
const week: Search = { deviceId: 'a', choice: { preset: 'last7Days' }, visit: 'v1', series: 0 }
const at = (minute: number): Position => ({
  latitude: 49,
  longitude: 8,
  recordedAt: `2026-06-13T09:0${minute}:00.000Z`,
})

/** Lets the given answers arrive. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

interface Asked {
  deviceId: string
  range: Range
  signal: AbortSignal
  find(...positions: Position[]): Promise<unknown>
  fail(): Promise<unknown>
}

const closing: (() => void)[] = []
beforeEach(() => notifyManager.setScheduler(queueMicrotask))
afterEach(() => {
  for (const close of closing.splice(0)) close()
  notifyManager.setScheduler(defaultScheduler)
})

/** The history on the screen, and all requests for it, whose answers wait until the test gives them. */
function screen() {
  const asked: Asked[] = []
  const ask: AskHistory = (deviceId, range, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<{ positions: Position[]; truncated: boolean }>()
    const find = (...positions: Position[]) => (resolve({ positions, truncated: false }), settled())
    asked.push({ deviceId, range, signal, find, fail: () => (reject(network), settled()) })
    return promise
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, historyQuery(null, ask, now))
  closing.push(
    observer.subscribe(() => undefined),
    () => client.clear(),
  )
  let open: Position | null = null
  return {
    asked,
    async search(search: Search | null) {
      observer.setOptions(historyQuery(search, ask, now))
      await settled()
    },
    select: (position: Position) => void (open = position),
    shown: (outline?: readonly Position[]) => shownHistory(observer.getCurrentResult(), outline, open),
    hasFailed: () => observer.getCurrentResult().isError,
    renew: (search: Search | null, newest: string | null = null) =>
      renewalOf(client, search, shownHistory(observer.getCurrentResult(), undefined, open), newest, now()),
    returnToWindow: () => client.getQueryCache().onFocus(),
  }
}

describe('the history', () => {
  it('is either not asked for yet, or asked for and empty', async () => {
    const { asked, search, shown } = screen()
    expect(shown()).toMatchObject({ searched: false, searching: false, answered: null })
    expect(asked).toEqual([])
    await search(today)
    expect(shown()).toMatchObject({ searched: false, searching: true })
    await asked[0]?.find()
    expect(shown()).toMatchObject({ searched: true, searching: false, positions: [] })
  })

  it('is requested with its device and range, and put into fix order', async () => {
    const { asked, search, shown } = screen()
    await search(today)
    expect(asked[0]).toMatchObject({
      deviceId: 'a',
      range: { start: '2026-06-12T22:00:00.000Z', end: '2026-06-13T10:00:00.000Z' },
    })
    await asked[0]?.find(at(2), at(1))
    expect(shown().positions).toEqual([at(1), at(2)])
  })

  it('of a day by its rides has the whole ride that was under way at midnight, and is asked for again until it has arrived', async () => {
    const { asked, search, shown, renew } = screen()
    const day: Search = { ...friday, day: '2026-06-12', wholeRides: true }
    await search(day)
    expect(asked[0]?.range).toEqual({ start: '2026-06-11T20:00:00.000Z', end: '2026-06-13T10:00:00.000Z' })
    const night = ride('2026-06-12T21:00:00Z', [{ kmh: 60, minutes: 90 }])
    await asked[0]?.find(...night)
    // The rule is fetched apart.
    await expect.poll(() => shown().positions).toEqual(night)
    expect(renew(day, '2026-06-12T23:10:00Z')).toBeNull()
    void renew(day, '2026-06-12T22:31:00Z')
    await settled()
    const whole = ride('2026-06-12T21:00:00Z', [
      { kmh: 60, minutes: 95 },
      { kmh: 0, minutes: 30 },
    ])
    await asked[1]?.find(...whole)
    await expect.poll(() => shown().positions).toEqual(whole.slice(0, 96))
    expect(renew({ ...friday, day: '2026-06-12' }, '2026-06-12T22:36:00Z')).toBeNull()
  })

  it('of a long range has an outline, shown until the answer comes', async () => {
    const { asked, search, shown } = screen()
    await search(week)
    expect(shown([at(1)])).toMatchObject({ searched: false, positions: [], outline: [at(1)] })
    await asked[0]?.find(at(1), at(2))
    expect(shown([at(1)])).toMatchObject({ positions: [at(1), at(2)], outline: [] })
    expect(outlineQuery(week, async () => [], now).queryFn).toBeTypeOf('function')
    expect(outlineQuery(yesterday, async () => [], now).queryFn).toBe(skipToken)
    expect(outlineQuery(null, async () => [], now).queryFn).toBe(skipToken)
  })

  it('of another range is requested at once, and only its answer is shown', async () => {
    const { asked, search, shown } = screen()
    await search(today)
    await search(yesterday)
    expect(asked).toHaveLength(2)
    expect(asked[0]?.signal.aborted).toBe(true)
    await asked[0]?.find(at(1))
    expect(shown()).toMatchObject({ searching: true, positions: [] })
    await asked[1]?.find(at(2))
    expect(shown()).toMatchObject({ searching: false, positions: [at(2)] })
  })

  it('keeps the previous result until the answer comes', async () => {
    const { asked, search, shown } = screen()
    await search(today)
    await asked[0]?.find(at(1), at(2))
    const before = shown()
    await search(yesterday)
    expect(shown()).toMatchObject({ searched: true, searching: true, positions: [at(1), at(2)] })
    expect(shown().answered).toBe(before.answered)
    // Also if yet another search begins before that.
    await search({ ...today, visit: 'v3' })
    expect(shown().positions).toEqual([at(1), at(2)])
    await asked[2]?.find()
    expect(shown()).toMatchObject({ searched: true, searching: false, positions: [] })
  })

  it.each([
    { name: 'stays at its position if that is found again', again: [at(1), at(2), at(3)], selected: 1 },
    { name: 'closes if its position is not found again', again: [at(1)], selected: null },
  ])('keeps or closes a popup that was opened meanwhile: it $name', async ({ again, selected }) => {
    const { asked, search, shown, select } = screen()
    const open = at(2)
    await search(today)
    await asked[0]?.find(open)
    await search(yesterday)
    select(open)
    expect(shown().selected).toBe(0)
    await asked[1]?.find(...again.map((position) => ({ ...position })))
    expect(shown()).toMatchObject({ searching: false, positions: again, selected })
    // The very same object: the map does not move to it again.
    if (selected !== null) expect(shown().positions[selected]).toBe(open)
  })

  it('names the search it answers: the same while live positions are added, another one at the next search', async () => {
    const { asked, search, shown, renew } = screen()
    await search(today)
    await asked[0]?.find(at(1))
    const { answered } = shown()
    const renewing = renew(today)
    await asked[1]?.find(at(1), at(2))
    expect(await renewing).toBe(true)
    expect(shown().positions).toHaveLength(2)
    expect(shown().answered).toBe(answered)
    await search({ ...today, visit: 'v3' })
    await asked[2]?.find(at(1), at(2))
    expect(shown().answered).not.toBe(answered)
  })

  it('is left when nothing is asked for any more, without waiting for its answer', async () => {
    const { asked, search, shown } = screen()
    await search(today)
    await asked[0]?.find(at(1))
    await search(yesterday)
    await search(null)
    expect(shown()).toMatchObject({ searched: false, searching: false, positions: [] })
    await asked[1]?.find(at(2))
    expect(shown()).toMatchObject({ searched: false, positions: [] })
  })

  it('that was emptied does not come back during the next search', async () => {
    const { asked, search, shown } = screen()
    await search(today)
    await asked[0]?.find(at(1))
    await search(null)
    await search({ ...yesterday, series: 1 })
    expect(shown()).toMatchObject({ searched: false, searching: true, positions: [] })
  })

  it('that could not be loaded counts as not asked for', async () => {
    const { asked, search, shown, hasFailed } = screen()
    await search(today)
    await asked[0]?.find(at(1))
    await search(yesterday)
    await asked[1]?.fail()
    expect(hasFailed()).toBe(true)
    expect(shown()).toMatchObject({ searched: false, searching: false, positions: [] })
  })

  it('of a device that is no longer chosen is not shown and causes no message', async () => {
    const { asked, search, shown, hasFailed } = screen()
    await search(today)
    await search({ ...today, deviceId: 'b', visit: 'v2', series: 1 })
    await asked[0]?.fail()
    expect(hasFailed()).toBe(false)
    await asked[1]?.find(at(2))
    expect(shown().positions).toEqual([at(2)])
    await search({ ...today, visit: 'v3', series: 2 })
    expect(shown()).toMatchObject({ searching: true, positions: [] })
  })

  it('is requested again only by a visit or by news', async () => {
    const { asked, search, returnToWindow } = screen()
    await search(today)
    await asked[0]?.find(at(1))
    returnToWindow()
    await settled()
    expect(asked).toHaveLength(1)
  })
})

describe('renewing the shown history', () => {
  it('replaces it by the newer one, and leaves the open popup at its position', async () => {
    const { asked, search, shown, select, renew } = screen()
    const open = at(2)
    await search(today)
    await asked[0]?.find(at(1), open)
    select(open)
    const first = renew(today)
    expect(shown().searching).toBe(false)
    await asked[1]?.find(at(2), at(3))
    expect(await first).toBe(true)
    expect(shown()).toMatchObject({ positions: [at(2), at(3)], selected: 0, searched: true })
    const second = renew(today)
    await asked[2]?.find()
    expect(await second).toBe(true)
    expect(shown()).toMatchObject({ positions: [], selected: null })
  })

  it('has to be repeated if it comes during a search, whose answer may be older, or if a search overtakes it', async () => {
    const { asked, search, renew } = screen()
    await search(today)
    expect(await renew(today)).toBe(false)
    expect(asked).toHaveLength(1)
    await asked[0]?.find()
    const renewing = renew(today)
    await search({ ...today, visit: 'v3' })
    await asked[1]?.find()
    expect(await renewing).toBe(false)
  })

  it('requests nothing before a search, after a failed one, or if the news is of another time', async () => {
    const { asked, search, renew } = screen()
    expect(renew(null)).toBeNull()
    await search(today)
    await asked[0]?.fail()
    expect(renew(today)).toBeNull()
    await search(yesterday)
    await asked[1]?.find()
    expect(renew(yesterday, '2026-06-13T09:59:00Z')).toBeNull()
    expect(asked).toHaveLength(2)
  })

  it('leaves the shown history as it is if it fails', async () => {
    const { asked, search, shown, renew } = screen()
    await search(today)
    await asked[0]?.find(at(1))
    const renewing = renew(today)
    await asked[1]?.fail()
    expect(await renewing).toBe(false)
    expect(shown()).toMatchObject({ positions: [at(1)], searched: true, searching: false })
  })

  it('never undoes what happened meanwhile', async () => {
    const { asked, search, shown, renew } = screen()
    await search(today)
    await asked[0]?.find(at(1))
    const renewing = renew(today)
    await search(null)
    await asked[1]?.find(at(1), at(2))
    expect(await renewing).toBe(false)
    expect(shown()).toMatchObject({ positions: [], searched: false })
  })
})
