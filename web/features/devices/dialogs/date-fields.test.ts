import { expect, test } from 'vitest'
import { inspectionInText, inspectionOfText, seasonInText, seasonOfText } from './date-fields.ts'

test.each([
  ['04–10', { fromMonth: 4, toMonth: 10 }],
  [' 4-10 ', { fromMonth: 4, toMonth: 10 }],
  ['11 / 3', { fromMonth: 11, toMonth: 3 }],
  ['04 10', { fromMonth: 4, toMonth: 10 }],
  ['', null],
  ['  ', null],
  ['04', undefined],
  ['04–04', undefined],
  ['04–03', undefined],
  ['00–10', undefined],
  ['04–13', undefined],
  ['April bis Oktober', undefined],
])('„%s“ is the season %o', (text, season) => {
  expect(seasonOfText(text)).toEqual(season)
})

test.each([
  ['05/2027', '2027-05'],
  ['5.27', '2027-05'],
  ['5 2027', '2027-05'],
  ['', null],
  ['2027', undefined],
  ['13/2027', undefined],
  ['05/1999', undefined],
  ['05/027', undefined],
  ['Mai 2027', undefined],
])('„%s“ is the inspection %o', (text, due) => {
  expect(inspectionOfText(text)).toEqual(due)
})

test('what is shown is read again as the same', () => {
  const season = { fromMonth: 4, toMonth: 10 }
  expect([seasonInText(season), inspectionInText('2027-05')]).toEqual(['04–10', '05/2027'])
  expect(seasonOfText(seasonInText(season))).toEqual(season)
  expect(inspectionOfText(inspectionInText('2027-05'))).toBe('2027-05')
  expect([seasonInText(null), inspectionInText(null)]).toEqual(['', ''])
})
