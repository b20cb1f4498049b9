import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/base/time-units.ts'
import { isHourForReminders, reminderDue } from './licence-reminders.ts'

const endsAt = new Date('2027-06-01T12:00:00Z')
const before = (days: number) => new Date(endsAt.getTime() - days * dayMs)

describe('the reminder that the owner of a licence should have', () => {
  test.each([
    [400, null],
    [30.1, null],
    [30, 30],
    [15, 30],
    [14, 14],
    [7.5, 14],
    [7, 7],
    [1.1, 7],
    [1, 1],
    [0.1, 1],
    [0, null],
    [-400, null],
  ] as const)('%s days before the end is that of %s days', (days, due) => {
    expect(reminderDue({ endsAt, wholeDays: 365 }, before(days))).toBe(due)
  })

  test.each([
    [30, 30, null],
    [30, 14, 14],
    [14, 10, null],
    [7, 5, null],
    [7, 1, 1],
    [1, 0.5, null],
  ] as const)('of %s days in all, %s of them left, is that of %s days', (wholeDays, left, due) => {
    expect(reminderDue({ endsAt, wholeDays }, before(left))).toBe(due)
  })
})

test.each([
  ['2026-11-22T06:59:00Z', false],
  ['2026-11-22T07:00:00Z', true],
  ['2026-11-22T18:59:00Z', true],
  ['2026-11-22T19:00:00Z', false],
  ['2026-07-01T05:59:00Z', false],
  ['2026-07-01T06:00:00Z', true],
  ['2026-07-01T18:00:00Z', false],
])('%s is an hour for reminders: %s', (now, isOne) => {
  expect(isHourForReminders(new Date(now))).toBe(isOne)
})

test('every hour of a day on which clocks change has an answer, and reminders have twelve', () => {
  const midnight = new Date('2026-10-24T22:00:00Z').getTime()
  const hours = Array.from({ length: 25 }, (_, index) => new Date(midnight + index * hourMs))
  expect(hours.filter(isHourForReminders)).toHaveLength(12)
})
