import { describe, expect, test } from 'vitest'
import { conditionInWords } from '#domain/closures/condition-words.ts'
import { hoursTextIn, workHoursIn } from './work-hours.ts'

describe('the hours of road works', () => {
  test.each([
    ['Bauarbeiten · täglich von 20 bis 5 Uhr', '20:00 bis 5:00 Uhr'],
    ['Sperrung nachts von 20:00 Uhr bis 05:30 Uhr', '20:00 bis 5:30 Uhr'],
    ['jeweils zwischen 9.00 und 15.30 Uhr', '9:00 bis 15:30 Uhr'],
    ['Mo-Fr 9-15 Uhr', 'Mo bis Fr, 9:00 bis 15:00 Uhr'],
    ['montags bis freitags in der Zeit von 9 bis 15 Uhr', 'Mo bis Fr, 9:00 bis 15:00 Uhr'],
    ['werktags von 7 bis 17 Uhr', 'Mo bis Sa, 7:00 bis 17:00 Uhr'],
    ['täglich 22 bis 24 Uhr', '22:00 bis 24:00 Uhr'],
    ['05.10.26 von 10:00 bis 16:30 Uhr', '5.10.2026, 10:00 bis 16:30 Uhr'],
    [
      '05.10.26 von 10:00 bis 16:30 Uhr und 06.10.2026 von 22:00 bis 05:00 Uhr',
      '5.10.2026, 10:00 bis 16:30 Uhr; 6.10.2026, 22:00 bis 5:00 Uhr',
    ],
  ])('%s', (text, words) => {
    const condition = workHoursIn(text)
    expect(condition && conditionInWords(condition)).toBe(words)
  })

  test.each([
    'Vollsperrung',
    '05.10.2026, 08:00 bis 07.10.2026, 17:00 Uhr',
    'von 9 bis 15 Uhr',
    'nachts von 20 bis 5 Uhr gesperrt, tagsüber halbseitig',
    'täglich von 20 bis 5 Uhr, sonst Engstelle',
    'außerhalb der Zeit täglich von 6 bis 9 Uhr',
    'täglich von 29 bis 71 Uhr',
    '35.13.26 von 10:00 bis 16:30 Uhr',
    '',
  ])('are not read from „%s“', (text) => {
    expect(workHoursIn(text)).toBeNull()
    expect(hoursTextIn([text])).toBeNull()
  })

  test('are kept in the words of the source, and read back the same', () => {
    const texts = ['A8 zwischen X und Y', 'Nachts von 20:00 bis 05:00 Uhr', 'Länge: 1 km']
    expect(hoursTextIn(texts)).toBe('Nachts von 20:00 bis 05:00 Uhr')
    expect(workHoursIn(`Fahrbahn gesperrt · ${hoursTextIn(texts)}`)).toEqual(workHoursIn(texts.join(' · ')))
  })

  test('are looked for in time that grows with the text', () => {
    const startedAt = process.threadCpuUsage()
    for (const pump of ['täglich ', '1', '1.1.26 ', 'von ', 'montags bis ', ' ', '9 bis ', 'mo '])
      workHoursIn(pump.repeat(100_000 / pump.length))
    expect(process.threadCpuUsage(startedAt).user / 1000).toBeLessThan(400)
  })
})
