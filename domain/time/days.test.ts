import { expect, test } from 'vitest'
import { addDays, dayInWords, daysBetween, lastDayOf, monthInWords } from './days.ts'

test.each([
  ['2027-02-28', 1, '2027-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2027-01-01', -1, '2026-12-31'],
  ['2027-03-27', 2, '2027-03-29'],
])('%s and %s days are %s, whatever clocks do in between', (day, days, then) => {
  expect(addDays(day, days)).toBe(then)
  expect(daysBetween(day, then)).toBe(days)
})

test.each([
  ['2027-02', '2027-02-28'],
  ['2028-02', '2028-02-29'],
  ['2027-12', '2027-12-31'],
])('the last day of %s is %s', (month, day) => {
  expect(lastDayOf(month)).toBe(day)
})

test('days and months are written as in Germany', () => {
  expect([dayInWords('2027-04-01'), monthInWords('2027-05')]).toEqual(['01.04.2027', '05/2027'])
})
