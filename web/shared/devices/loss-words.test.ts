import { expect, test } from 'vitest'
import { hoursOf, lossInWords } from './loss-words.ts'

const at = '2026-11-21T11:59:00Z'

test.each([
  ['IN_THE_FUTURE', 480, 'Positionen werden nicht gespeichert', 'Die Uhr des Geräts geht 8 Stunden vor'],
  ['IN_THE_FUTURE', null, 'Positionen werden nicht gespeichert', 'Die Uhr des Geräts geht vor.'],
  ['TOO_OLD', null, 'Positionen werden nicht gespeichert', 'älter als 14 Tage'],
  ['NO_FIX', null, 'Kein Satellitenempfang', 'In einer Garage ist das normal.'],
] as const)('%s, %s minutes ahead, says why, and when it was so', (reason, clockAheadMinutes, words, why) => {
  const actual = lossInWords({ reason, at, clockAheadMinutes })
  expect(actual.words).toBe(words)
  expect(actual.advice).toContain(why)
  expect(actual.advice).toMatch(/ Zuletzt: 21\.11\.2026, 12:59\.$/)
})

test.each([
  [30, '0,5 Stunden'],
  [60, '1 Stunde'],
  [330, '5,5 Stunden'],
  [480, '8 Stunden'],
])('%s minutes are %s', (minutes, hours) => {
  expect(hoursOf(minutes)).toBe(hours)
})
