import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics.ts'
import type { ReceptionLog } from './reception-log.ts'
import { testOutcomes } from './testing/reception-log.ts'

let lines: Record<string, unknown>[]
let metrics: Metrics
let outcomes: ReceptionLog
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  metrics = createMetrics()
  outcomes = testOutcomes(pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) }), metrics)
})
afterEach(() => {
  outcomes.close()
  vi.useRealTimers()
})

test('a tracker has a line when what becomes of its reports changes, not for every report', () => {
  const all = ['STORED', 'THINNED_OUT', 'DUPLICATE', 'STORED', 'NO_FIX', 'NO_FIX', 'STORED']
  for (const outcome of all) outcomes.note('h02', '356307042441013', outcome)
  expect(lines).toMatchObject([
    { gateway: 'h02', outcome: 'STORED' },
    { outcome: 'NO_FIX', before: 'STORED' },
    { outcome: 'STORED', before: 'NO_FIX' },
  ])
  expect(new Set(lines.map(({ tracker }) => tracker)).size).toBe(1)
  expect(JSON.stringify(lines)).not.toContain('356307042441013')
})

test('what nobody reads is counted each time, and told of each tracker by its own word', () => {
  for (const identity of ['a', 'a', 'b']) outcomes.noteUnread('h02', { identity, unread: ['V77', 'V1 status'] })
  outcomes.noteUnread('h02', { identity: 'a' })
  expect(lines).toMatchObject(['V77', 'V1 status', 'V77', 'V1 status'].map((unread) => ({ gateway: 'h02', unread })))
  expect(new Set(lines.map(({ tracker }) => tracker)).size).toBe(2)
  expect(metrics.lines()).toContain('wegwarte_unread_total{protocol="h02",kind="V77"} 3')
})

test('how often a tracker sends what nobody reads is told the first, the tenth and the hundredth time', () => {
  for (let frame = 0; frame < 250; frame += 1) outcomes.noteUnread('gt06', { identity: 'a', unread: ['status 0xa4'] })
  outcomes.noteUnread('gt06', { identity: 'b', unread: ['status 0xa4'] })
  expect(lines.map(({ unread, times }) => [unread, times])).toEqual(
    [1, 10, 100, 1].map((times) => ['status 0xa4', times]),
  )
})

test('a count that no line was left for is told with the next one', () => {
  const { trackerLinesPerMinute } = gatewayServerLimits
  for (let number = 0; number < trackerLinesPerMinute; number += 1) outcomes.note('gt06', `other ${number}`, 'STORED')
  const send = () => outcomes.noteUnread('gt06', { identity: 'a', unread: ['status 0xa4'] })
  for (let frame = 0; frame < 12; frame += 1) send()
  vi.advanceTimersByTime(minuteMs)
  const before = lines.length
  for (let frame = 0; frame < 100; frame += 1) send()
  expect(lines.slice(before).map(({ times }) => times)).toEqual([13, 100])
})

test('words that a tracker makes up fill neither the log nor the metrics, and no place is one', () => {
  for (let number = 0; number < 2_000; number += 1)
    outcomes.noteUnread('h02', { identity: 'a', unread: [`V${number}`] })
  outcomes.noteUnread('h02', { identity: 'a', unread: ['49.00833,8.40417'] })
  const kinds = metrics.lines().filter((line) => line.startsWith('wegwarte_unread_total{'))
  expect(kinds).toHaveLength(gatewayServerLimits.unreadKinds + 1)
  expect(kinds.at(-1)).toBe('wegwarte_unread_total{protocol="h02",kind="other"} 1801')
  expect(JSON.stringify(lines)).not.toContain('49.0')
  expect(lines.length).toBeLessThanOrEqual(gatewayServerLimits.trackerLinesPerMinute)
})

test('each protocol has a line for a minute in which it got reports, with how many had which outcome', () => {
  for (const outcome of ['STORED', 'STORED', 'NO_REPORT']) outcomes.note('osmand', null, outcome)
  vi.advanceTimersByTime(3 * minuteMs)
  expect(lines).toMatchObject([{ gateway: 'osmand', outcomes: { STORED: 2, NO_REPORT: 1 } }])
})

test('an outage that hits everybody has no line for each tracker, and strangers cannot fill the disk', () => {
  outcomes.note('osmand', 'a', 'FAILED')
  expect(lines).toEqual([])
  for (let stranger = 0; stranger < 2_000; stranger += 1) outcomes.note('osmand', String(stranger), 'UNKNOWN_TRACKER')
  expect(lines).toHaveLength(gatewayServerLimits.trackerLinesPerMinute)
  expect(metrics.lines()).toContain('wegwarte_reports_total{protocol="osmand",outcome="UNKNOWN_TRACKER"} 2000')
})
