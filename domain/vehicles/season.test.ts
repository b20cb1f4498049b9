import { describe, expect, test } from 'vitest'
import { season } from '#contract/devices/vehicle-dates.ts'
import { inspectionDay, inspectionMonth } from './inspection.ts'
import { dayOf, isInSeason, nextChange } from './season.ts'

const summer = { fromMonth: 4, toMonth: 10 }
const winter = { fromMonth: 11, toMonth: 3 }

describe('a season', () => {
  test.each([
    [summer, '2027-03-31', false],
    [summer, '2027-04-01', true],
    [summer, '2027-10-31', true],
    [summer, '2027-11-01', false],
    [winter, '2027-10-31', false],
    [winter, '2027-11-01', true],
    [winter, '2028-01-01', true],
    [winter, '2028-03-31', true],
    [winter, '2028-04-01', false],
    [null, '2028-04-01', true],
  ])('%o on %s: on the road %s', (given, day, isIn) => {
    expect(isInSeason(given, day)).toBe(isIn)
  })

  test.each([
    [summer, '2027-01-15', '2027-04-01'],
    [summer, '2027-04-01', '2027-11-01'],
    [summer, '2027-10-31', '2027-11-01'],
    [summer, '2027-11-01', '2028-04-01'],
    [winter, '2027-12-31', '2028-04-01'],
    [winter, '2028-02-29', '2028-04-01'],
    [winter, '2028-04-01', '2028-11-01'],
  ])('%o on %s changes on %s', (given, day, changes) => {
    expect(dayOf(nextChange(given, day))).toBe(changes)
  })

  test.each([
    [4, 10, true],
    [4, 5, true],
    [12, 1, true],
    [4, 2, true],
    [4, 4, false],
    [4, 3, false],
    [1, 12, false],
    [0, 5, false],
    [4, 13, false],
    [4.5, 10, false],
  ])('from %s to %s is one: %s', (fromMonth, toMonth, isOne) => {
    expect(season.safeParse({ fromMonth, toMonth }).success).toBe(isOne)
  })
})

describe('an inspection', () => {
  test.each([
    ['2027-05', null, '2027-05', '2027-05-31'],
    ['2027-05', summer, '2027-05', '2027-05-31'],
    ['2027-02', summer, '2027-04', '2027-04-30'],
    ['2027-12', summer, '2028-04', '2028-04-30'],
    ['2027-08', winter, '2027-11', '2027-11-30'],
    ['2027-02', winter, '2027-02', '2027-02-28'],
  ])('due in %s, season %o, is done in %s, by %s', (due, given, month, lastDay) => {
    expect([inspectionMonth(due, given), inspectionDay(due, given)]).toEqual([month, lastDay])
  })
})
