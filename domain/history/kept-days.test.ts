import { expect, test } from 'vitest'
import { hourMs } from '#contract/base/time-units.ts'
import { keptDays } from './kept-days.ts'

test('positions are kept of fifteen days, and each begins where the one before ends', () => {
  const days = keptDays(new Date('2026-10-31T12:00:00Z'))
  expect(days.map(({ day }) => day)).toEqual([
    '2026-10-31',
    '2026-10-30',
    '2026-10-29',
    '2026-10-28',
    '2026-10-27',
    '2026-10-26',
    '2026-10-25',
    '2026-10-24',
    '2026-10-23',
    '2026-10-22',
    '2026-10-21',
    '2026-10-20',
    '2026-10-19',
    '2026-10-18',
    '2026-10-17',
  ])
  for (const [index, { start }] of days.slice(0, -1).entries()) expect(days[index + 1]?.end).toBe(start)
})

test('the day on which clocks are put back has 25 hours', () => {
  const [day] = keptDays(new Date('2026-10-25T12:00:00Z'))
  expect(day).toEqual({ day: '2026-10-25', start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T23:00:00.000Z' })
  expect(Date.parse(day?.end ?? '') - Date.parse(day?.start ?? '')).toBe(25 * hourMs)
})
