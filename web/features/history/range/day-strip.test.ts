import { describe, expect, it } from 'vitest'
import { chosenDay, lastRiddenDay, stripDays } from './day-strip.ts'
import { type RangeChoice, rangeOf } from './history-range.ts'

const now = new Date('2026-06-13T10:30:40Z')

describe('the strip of days', () => {
  it('has each day of which something is kept, the latest first', () => {
    const days = stripDays(now)
    expect(days).toHaveLength(15)
    expect(days.slice(0, 3)).toEqual([
      { day: '2026-06-13', choice: { preset: 'today' } },
      { day: '2026-06-12', choice: { preset: 'yesterday' } },
      { day: '2026-06-11', choice: { from: '2026-06-11T00:00', to: '2026-06-12T00:00' } },
    ])
    expect(days.at(-1)?.day).toBe('2026-05-30')
  })

  it.each(['2026-10-26T09:00:00Z', '2026-03-30T21:59:00Z', '2027-01-03T23:30:00Z'])(
    'of %s leaves no hour out where clocks are changed or a year begins',
    (instant) => {
      const at = new Date(instant)
      const ranges = stripDays(at).map(({ choice }) => rangeOf(choice, at))
      const [, ...older] = ranges.map((each) => ('range' in each ? each.range : null))
      for (const [index, range] of older.entries()) expect(older[index + 1]?.end ?? range?.start).toBe(range?.start)
      expect(new Set(stripDays(at).map(({ day }) => day)).size).toBe(15)
    },
  )

  it.each<[string, RangeChoice, string | null]>([
    ['today', { preset: 'today' }, '2026-06-13'],
    ['yesterday', { preset: 'yesterday' }, '2026-06-12'],
    ['today by its times', { from: '2026-06-13T00:00', to: '2026-06-14T00:00' }, '2026-06-13'],
    ['yesterday by its times', { from: '2026-06-12T00:00', to: '2026-06-13T00:00' }, '2026-06-12'],
    ['an older day', { from: '2026-06-05T00:00', to: '2026-06-06T00:00' }, '2026-06-05'],
    ['half a day', { from: '2026-06-05T00:00', to: '2026-06-05T12:00' }, null],
    ['two days', { from: '2026-06-05T00:00', to: '2026-06-07T00:00' }, null],
    ['the last 24 hours', { preset: 'last24Hours' }, null],
    ['seven days', { preset: 'last7Days' }, null],
  ])('marks the day that is shown: %s', (_name, choice, day) => {
    expect(chosenDay(stripDays(now), choice, now)).toBe(day)
  })

  it.each([
    ['today', ['2026-06-13', '2026-06-12'], '2026-06-13'],
    ['a day of last week', ['2026-06-05', '2026-06-04'], '2026-06-05'],
    ['none if there was no ride', [], null],
    ['none if nothing of that day is kept any more', ['2026-05-01'], null],
  ])('the last day with a ride is %s', (_name, ridden, day) => {
    expect(lastRiddenDay(new Set(ridden), now)?.day ?? null).toBe(day)
  })
})
