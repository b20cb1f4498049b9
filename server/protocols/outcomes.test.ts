import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatewayServerLimits } from '#contract/gateway-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import { createFigures, type Figures } from '#server/figures.ts'
import type { Outcomes } from './outcomes.ts'
import { testOutcomes } from './testing/outcomes.ts'

let lines: Record<string, unknown>[]
let figures: Figures
let outcomes: Outcomes
beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  figures = createFigures()
  outcomes = testOutcomes(pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) }), figures)
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
  expect(figures.lines()).toContain('wegwarte_reports_total{protocol="osmand",outcome="UNKNOWN_TRACKER"} 2000')
})
