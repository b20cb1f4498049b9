import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs, hourMs } from '#contract/base/time-units.ts'
import { berlinDay, instantOfWallTime, startOfBerlinDay, wallTime } from './time.ts'

describe('wall time in Germany', () => {
  it.each([
    ['2026-01-15T12:00:00Z', '2026-01-15T13:00'],
    ['2026-07-15T12:00:00Z', '2026-07-15T14:00'],
    ['2026-12-31T23:30:00Z', '2027-01-01T00:30'],
    // Both nights in which the clocks change.
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30'],
  ])('of %s is %s', (instant, wall) => {
    expect(wallTime(instant)).toBe(wall)
  })

  it.each([
    ['2026-01-15T13:00', '2026-01-15T12:00:00.000Z'],
    ['2026-07-15T14:00', '2026-07-15T12:00:00.000Z'],
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('%s is the instant %s', (wall, instant) => {
    expect(instantOfWallTime(wall)).toBe(instant)
  })

  it.each(['', 'gestern', '2026-13-01T00:00', '2026-01-15'])('%j is not a time', (wall) => {
    expect(instantOfWallTime(wall)).toBeNull()
  })

  it('is the same minute when it is read back, except for the hour that comes twice', () => {
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / minuteMs, max: Date.UTC(2035, 0) / minuteMs })
    fc.assert(
      fc.property(minutes, (minute) => {
        const instant = new Date(minute * minuteMs).toISOString()
        const back = Date.parse(instantOfWallTime(wallTime(instant)) ?? '')
        expect([0, hourMs]).toContain(minute * minuteMs - back)
      }),
    )
  })
})

describe('a German day', () => {
  it('begins at midnight by the wall, not by UTC', () => {
    expect(berlinDay('2026-07-14T22:00:00Z')).toBe('2026-07-15')
    expect(startOfBerlinDay('2026-07-14T22:00:00Z')).toBe('2026-07-14T22:00:00.000Z')
    expect(startOfBerlinDay('2026-01-15T12:00:00Z', 1)).toBe('2026-01-13T23:00:00.000Z')
  })

  it('is found a week back across the change to summer time', () => {
    expect(startOfBerlinDay('2026-03-30T10:00:00Z', 7)).toBe('2026-03-22T23:00:00.000Z')
    expect(startOfBerlinDay('2026-03-30T10:00:00Z')).toBe('2026-03-29T22:00:00.000Z')
  })
})
