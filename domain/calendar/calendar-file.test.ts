import { describe, expect, test } from 'vitest'
import { calendarFile, type CalendarEntry } from './calendar-file.ts'

const madeAt = new Date('2027-03-20T11:00:05.678Z')
const entry: CalendarEntry = { id: 'inspection d1', day: '2027-05-31', title: 'HU fällig: „Enduro“', detail: 'Kurz' }
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('has the lines that the standard asks for, each ended by CRLF', () => {
  const file = calendarFile('Wegwarte', [entry], madeAt)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(unfolded(file).slice(8, 16)).toEqual([
    'BEGIN:VEVENT',
    'UID:inspection d1@wegwarte',
    'DTSTAMP:20270320T110005Z',
    'DTSTART;VALUE=DATE:20270531',
    'SUMMARY:HU fällig: „Enduro“',
    'DESCRIPTION:Kurz',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
})

test('without entries is a calendar, too', () => {
  expect(unfolded(calendarFile('Wegwarte', [], madeAt))).not.toContain('BEGIN:VEVENT')
})

describe('a text', () => {
  test.each([
    ['Kette, Öl; \\Reifen\\', String.raw`Kette\, Öl\; \\Reifen\\`],
    ['eins\nzwei\r\ndrei\rvier', String.raw`eins\nzwei\ndrei\nvier`],
    ['x\r\nEND:VEVENT\r\nBEGIN:VEVENT', String.raw`x\nEND:VEVENT\nBEGIN:VEVENT`],
    ['Glocke\u0007, \u0000', String.raw`Glocke \,  `],
  ])('%j is written as %j', (title, written) => {
    expect(unfolded(calendarFile('Wegwarte', [{ ...entry, title }], madeAt))).toContain(`SUMMARY:${written}`)
  })

  test.each([74, 75, 76, 150, 1_000])('of %i characters is folded at 75 octets, and nothing is lost', (length) => {
    for (const character of ['x', 'ü', '„', '🏍', 'e\u0301']) {
      const title = character.repeat(length)
      const file = calendarFile('Wegwarte', [{ ...entry, title }], madeAt)
      for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(unfolded(file)).toContain(`SUMMARY:${title}`)
    }
  })
})
