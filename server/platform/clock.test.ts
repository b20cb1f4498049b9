import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clockFrom } from './clock.ts'

const started = new Date('2026-11-21T01:00:00Z')
const says = (clock: ReturnType<typeof clockFrom>) => clock.now().toISOString()

beforeEach(() => void vi.useFakeTimers({ now: started }))
afterEach(() => void vi.useRealTimers())

describe('a clock', () => {
  test('is the machine’s', () => {
    const clock = clockFrom()
    vi.advanceTimersByTime(1_500)
    expect(says(clock)).toBe('2026-11-21T01:00:01.500Z')
  })

  test('starts where the setting says, and runs at normal speed', () => {
    const clock = clockFrom('2026-03-29T00:59:00Z')
    vi.advanceTimersByTime(60_000)
    expect(says(clock)).toBe('2026-03-29T01:00:00.000Z')
  })

  test('runs as many times as fast as it is told, since an instant at which it said the same as the machine’s', () => {
    const clock = clockFrom(undefined, { times: 60, since: started })
    expect(says(clock)).toBe('2026-11-21T01:00:00.000Z')
    vi.advanceTimersByTime(2_000)
    expect(says(clock)).toBe('2026-11-21T01:02:00.000Z')
  })

  test('says the same in a process that starts later', () => {
    const pace = { times: 30, since: started }
    const first = clockFrom(undefined, pace)
    vi.advanceTimersByTime(10_000)
    expect(says(clockFrom(undefined, pace))).toBe(says(first))
  })

  test('starts where the setting says, and runs fast from there', () => {
    vi.advanceTimersByTime(7_000)
    const clock = clockFrom('2026-03-29T00:59:00Z', { times: 60, since: started })
    vi.advanceTimersByTime(1_000)
    expect(says(clock)).toBe('2026-03-29T01:00:00.000Z')
  })

  test.each([0, 0.5, 61, Number.NaN])('does not run %d times as fast', (times) => {
    expect(() => clockFrom(undefined, { times, since: started })).toThrow(RangeError)
  })
})
