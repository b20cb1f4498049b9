import { describe, expect, test } from 'vitest'
import { closuresLimits } from '#contract/closures/closures-limits.ts'
import { instantOfWallTime } from '#domain/time/time.ts'
import { closureRulesOf } from './closure-rules.ts'
import { accessAlways, accessAt, closureInWords } from './closure-state.ts'
import { holdsAt } from './condition-at.ts'
import { readCondition } from './condition-reading.ts'
import { conditionInWords } from './condition-words.ts'
import { isHoliday } from './german-holidays.ts'

/** By a German clock. */
const at = (wall: string) => new Date(instantOfWallTime(wall) ?? '')
const holds = (condition: string, wall: string) => holdsAt(readCondition(condition), at(wall))

describe('a condition of times', () => {
  test.each([
    // 2027-05-08 is a Saturday.
    ['Sa,Su', '2027-05-08T12:00', '2027-05-10T12:00'],
    ['Sa-Su', '2027-05-09T23:59', '2027-05-10T00:00'],
    ['Fr-Mo', '2027-05-10T12:00', '2027-05-11T12:00'],
    ['Apr 01-Oct 31', '2027-04-01T00:00', '2027-03-31T23:59'],
    ['Apr-Oct', '2027-10-31T23:59', '2027-11-01T00:00'],
    ['Nov-Mar', '2027-02-28T12:00', '2027-04-01T12:00'],
    ['Nov 15-Mar 15', '2027-01-01T12:00', '2027-11-14T12:00'],
    ['Apr 1-15', '2027-04-15T12:00', '2027-04-16T12:00'],
    ['Apr,Jun', '2027-06-01T12:00', '2027-05-31T12:00'],
    ['2027 Apr 01-2027 Oct 31', '2027-05-01T12:00', '2028-05-01T12:00'],
    ['2027', '2027-12-31T12:00', '2028-01-01T12:00'],
    ['08:00-20:00', '2027-05-10T08:00', '2027-05-10T20:00'],
    ['08:00-12:00,14:00-18:00', '2027-05-10T15:00', '2027-05-10T13:00'],
    ['22:00-06:00', '2027-05-10T05:59', '2027-05-10T06:00'],
    ['Sa 22:00-06:00', '2027-05-09T05:00', '2027-05-08T05:00'],
    ['Apr 01-Oct 31 Sa,Su,PH 08:00-20:00', '2027-05-08T09:00', '2027-05-08T21:00'],
    ['Apr 01-Oct 31: Sa,Su 08:00-20:00', '2027-05-08T09:00', '2027-03-27T09:00'],
    ['Mo-Fr 06:00-09:00; Sa 10:00-12:00', '2027-05-08T11:00', '2027-05-08T07:00'],
    ['Mo-Sa 06:00-22:00; Sa 10:00-12:00', '2027-05-08T11:00', '2027-05-08T07:00'],
    ['Mo-Fr 06:00-09:00, Sa 10:00-12:00', '2027-05-07T07:00', '2027-05-08T07:00'],
    ['Mo-Su; PH off', '2027-05-02T12:00', '2027-05-01T12:00'],
    ['PH', '2027-03-29T12:00', '2027-03-30T12:00'],
    ['24/7', '2027-05-10T12:00', null],
    ['Sa AND 08:00-20:00', '2027-05-08T12:00', '2027-05-08T21:00'],
  ])('%s holds at %s and not at %s', (condition, then, never) => {
    expect(holds(condition, then)).toBe(true)
    if (never !== null) expect(holds(condition, never)).toBe(false)
  })

  test('is not told on a holiday of some states only, which is no Sunday', () => {
    expect(holds('PH', '2027-05-27T12:00')).toBeNull()
    expect(holds('Sa,Su,PH', '2027-05-27T12:00')).toBeNull()
    expect(holds('Sa,Su,PH', '2027-08-15T12:00')).toBe(true)
    expect(holds('PH 08:00-20:00', '2027-05-27T21:00')).toBe(false)
  })

  test('is told on the days when the clocks change', () => {
    expect(holds('02:00-03:00', '2026-10-25T02:30')).toBe(true)
    expect(holds('Su 00:00-24:00', '2027-03-28T03:30')).toBe(true)
  })
})

test.each([
  'wet',
  'winter',
  'Sa,Su AND wet',
  'sunrise-sunset',
  'Fr[1]',
  'week 1-10',
  'SH',
  'easter',
  '10:00+',
  'Apr 01-2027 Oct 31',
  '08:00-',
  'Sa Su',
  '25:99-27:00',
  '',
  '🏍',
  'x'.repeat(closuresLimits.conditionLength + 1),
])('the condition „%s“ is not read, and said so', (condition) => {
  expect(holds(condition, '2027-05-08T12:00')).toBeNull()
  expect(conditionInWords(readCondition(condition))).toContain('Bedingung nicht gelesen: „')
})

test('what is not read does not matter where the rest does not hold', () => {
  expect(holds('Sa,Su AND wet', '2027-05-10T12:00')).toBe(false)
})

test.each([
  ['Apr 01-Oct 31 Sa,Su,PH 08:00-20:00', '1.4. bis 31.10., Sa, So und Feiertage, 8:00 bis 20:00 Uhr'],
  ['Apr-Sep', '1.4. bis 30.9.'],
  ['Mo-Fr 22:00-06:00', 'Mo bis Fr, 22:00 bis 6:00 Uhr'],
  ['Mo-Su; PH off', 'Mo bis So; außer Feiertage'],
  ['2027 Apr 01-2027 Oct 31', '1.4.2027 bis 31.10.2027'],
  ['2027', '2027'],
  ['Feb', '1.2. bis 29.2.'],
  ['00:00-24:00', '0:00 bis 24:00 Uhr'],
  ['24/7', 'immer'],
])('%s is said as %s', (condition, words) => {
  expect(conditionInWords(readCondition(condition))).toBe(words)
})

test('holidays of every state, of some, and none', () => {
  const days = ['2027-03-26', '2027-05-06', '2027-12-26', '2027-05-27', '2027-11-17', '2027-01-06', '2027-05-08']
  expect(days.map(isHoliday)).toEqual([true, true, true, null, null, null, false])
  // Easter Mondays of the calendar: 2024, 2025, 2026, 2038 (the latest possible week).
  expect(['2024-04-01', '2025-04-21', '2026-04-06', '2038-04-26'].map(isHoliday)).toEqual([true, true, true, true])
})

describe('the tags of a road', () => {
  const weekend = 'no @ (Sa,Su)'
  test.each([
    [{ motorcycle: 'no' }, 'gesperrt'],
    [{ motor_vehicle: 'agricultural;forestry' }, 'gesperrt'],
    [{ motorcycle: 'destination' }, 'nur für Anlieger'],
    [{ 'motorcycle:conditional': weekend }, 'gesperrt: Sa und So; sonst offen'],
    [{ 'access:conditional': 'no @ Nov-Mar' }, 'gesperrt: 1.11. bis 31.3.; sonst offen'],
    [
      { 'motorcycle:conditional': weekend, motor_vehicle: 'destination' },
      'gesperrt: Sa und So; sonst nur für Anlieger',
    ],
    [
      { 'motor_vehicle:conditional': 'no @ (22:00-06:00); destination @ (06:00-22:00)' },
      'nur für Anlieger: 6:00 bis 22:00 Uhr; gesperrt: 22:00 bis 6:00 Uhr; sonst offen',
    ],
    [{ motor_vehicle: 'no', 'motor_vehicle:conditional': 'yes @ (Mo-Fr)' }, 'offen: Mo bis Fr; sonst gesperrt'],
    [{ 'motorcycle:conditional': 'no @ wet' }, 'gesperrt: Bedingung nicht gelesen: „wet“; sonst offen'],
    [{ 'motorcycle:conditional': 'Sa,Su' }, 'Bedingung nicht gelesen: „Sa,Su“; sonst offen'],
    [{ 'access:conditional': 'no @ (weight>7.5)' }, null],
    [{ motorcycle: 'yes', motor_vehicle: 'no' }, null],
    [{ 'access:conditional': weekend, motorcycle: 'designated' }, null],
    [{ highway: 'primary' }, null],
    [{ motorcycle: 'constructor' }, null],
  ])('%j: %s', (tags, words) => {
    const rules = closureRulesOf(tags)
    expect(rules && closureInWords(rules)).toBe(words)
  })

  test('say who may ride when', () => {
    const rules =
      closureRulesOf({ 'motorcycle:conditional': 'no @ (Apr 01-Oct 31 Sa,Su)', motor_vehicle: 'destination' }) ?? []
    const on = (wall: string) => accessAt(rules, at(wall))
    expect([on('2027-05-08T12:00'), on('2027-05-10T12:00')]).toEqual(['closed', 'destination'])
    const unread = closureRulesOf({ 'motorcycle:conditional': 'no @ wet' }) ?? []
    expect(accessAt(unread, at('2027-05-08T12:00'))).toBe('unread')
    expect([accessAlways(unread), accessAlways(closureRulesOf({ motorcycle: 'no' }) ?? [])]).toEqual([null, 'closed'])
  })
})
