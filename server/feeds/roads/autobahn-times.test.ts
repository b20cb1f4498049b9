import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timesIn } from './autobahn-times.ts'

const none = { start: null, end: null }

describe('the times of a text', () => {
  test.each<{ text: string | string[]; start: string | null; end: string | null }>([
    { text: 'Beginn: 28.09.26 um 00:00 Uhr', start: '2026-09-27T22:00', end: null },
    { text: 'Ende: 04.10.26 um 05:00 Uhr', start: null, end: '2026-10-04T03:00' },
    { text: 'Ende: 04.12.2026 um 5:00 Uhr', start: null, end: '2026-12-04T04:00' },
    { text: '(Ende der Gesamtmaßnahme: 29.09.27)', ...none },
    // As the operator wrote them before, and still does in some items.
    { text: 'Beginn: 13.11.2026 00:00', start: '2026-11-12T23:00', end: null },
    { text: 'Ende: 22.12.2026 23:59', start: null, end: '2026-12-22T22:59' },
    { text: 'Beginn: 13.11.2026, 00:00 Uhr', start: '2026-11-12T23:00', end: null },
    { text: 'Beginn: 13.11.26', start: '2026-11-12T23:00', end: null },
    { text: 'Ende: 22.12.2026', start: null, end: '2026-12-22T23:00' },
    {
      text: ['Beginn: 28.09.26 um 00:00 Uhr', 'Ende: 04.10.26 um 05:00 Uhr', '(Ende der Gesamtmaßnahme: 29.09.27)'],
      start: '2026-09-27T22:00',
      end: '2026-10-04T03:00',
    },
    { text: '06.10.26 15:30 bis zum 07.10.26 05:00 Uhr.', start: '2026-10-06T13:30', end: '2026-10-07T03:00' },
    { text: '06.10.26 15:30 Uhr bis 07.10.26 05:00 Uhr.', start: '2026-10-06T13:30', end: '2026-10-07T03:00' },
    { text: '05.10.26 von 10:00 bis 16:30 Uhr', start: '2026-10-05T08:00', end: '2026-10-05T14:30' },
    { text: '05.10.26 von 22:00 bis 05:00 Uhr', start: '2026-10-05T20:00', end: '2026-10-06T03:00' },
    {
      text: '07.10.26 von 9:00 bis 15:00 Uhr, 05.10.26 von 10:00 bis 16:30 Uhr und 06.10.26 von 10:00 bis 16:30 Uhr',
      start: '2026-10-05T08:00',
      end: '2026-10-07T13:00',
    },
    { text: 'Ende: 31.12.26 um 24:00 Uhr', start: null, end: '2026-12-31T23:00' },
    { text: '05.10.26 von 10:00 bis 24:00 Uhr', start: '2026-10-05T08:00', end: '2026-10-05T22:00' },
    { text: '28.02.28 von 20:00 bis 24:00 Uhr', start: '2028-02-28T19:00', end: '2028-02-28T23:00' },
    // The same moment, once in UTC and once in German local time (feeds, section 3).
    { text: 'Unfall, seit 03.10.2026, 02:13', start: '2026-10-03T02:13', end: null },
    { text: 'Beginn: 03.10.26 um 04:13 Uhr', start: '2026-10-03T02:13', end: null },
    // In the night when clocks go back, 02:30 occurs twice: the first is meant.
    { text: 'Ende: 25.10.26 um 01:59 Uhr', start: null, end: '2026-10-24T23:59' },
    { text: 'Ende: 25.10.26 um 02:30 Uhr', start: null, end: '2026-10-25T00:30' },
    { text: 'Ende: 25.10.26 um 03:00 Uhr', start: null, end: '2026-10-25T02:00' },
    { text: '24.10.26 von 22:00 bis 05:00 Uhr', start: '2026-10-24T20:00', end: '2026-10-25T04:00' },
    { text: '24.10.26 von 22:00 bis 24:00 Uhr', start: '2026-10-24T20:00', end: '2026-10-24T22:00' },
    { text: 'Ende: 25.10.26 um 24:00 Uhr', start: null, end: '2026-10-25T23:00' },
    { text: 'Unfall, seit 25.10.2026, 02:30', start: '2026-10-25T02:30', end: null },
    // In the night when clocks go forward, there is no 02:30.
    { text: 'Ende: 29.03.26 um 01:59 Uhr', start: null, end: '2026-03-29T00:59' },
    { text: 'Ende: 29.03.26 um 02:30 Uhr', start: null, end: '2026-03-29T01:30' },
    { text: 'Ende: 29.03.26 um 03:00 Uhr', start: null, end: '2026-03-29T01:00' },
    { text: '28.03.26 von 22:00 bis 05:00 Uhr', start: '2026-03-28T21:00', end: '2026-03-29T03:00' },
    // No time at all.
    { text: [], ...none },
    { text: 'Länge: konnte nicht ermittelt werden', ...none },
    { text: 'Ende: 31.02.26 um 05:00 Uhr', ...none },
    { text: 'Ende: 04.13.26 um 05:00 Uhr', ...none },
    { text: 'Ende: 04.10.26 um 24:30 Uhr', ...none },
    { text: 'Ende: 04.10.26 um 25:00 Uhr', ...none },
    { text: 'Ende: 04.10.26 um 05:60 Uhr', ...none },
    { text: 'Ende: 00.10.26 um 05:00 Uhr', ...none },
  ])('$text', ({ text, start, end }) => {
    const full = (minute: string | null) => (minute === null ? null : `${minute}:00.000Z`)
    expect(timesIn([text].flat())).toMatchObject({ start: full(start), end: full(end) })
  })

  test.each<{ line: string; isUnread: boolean }>([
    { line: 'Ende: 31.02.26 um 05:00 Uhr', isUnread: true },
    { line: 'Beginn: nach Ostern', isUnread: true },
    { line: 'Sperrung ab 13.11. abends', isUnread: true },
    { line: 'Bauphase 2 ab dem 12.10.2026', isUnread: true },
    { line: 'voraussichtlich bis 2026-12-22', isUnread: true },
    { line: 'Beginn: 13.11.2026 00:00', isUnread: false },
    { line: '06.10.26 15:30 bis zum 07.10.26 05:00 Uhr.', isUnread: false },
    { line: 'Unfall, seit 03.10.2026, 02:13', isUnread: false },
    { line: '(Ende der Gesamtmaßnahme: 29.09.27)', isUnread: false },
    { line: 'A81, zwischen 1.4 km hinter AS Ehningen und 2.7 km vor AS Böblingen', isUnread: false },
    { line: 'Zeitraum dieser Bauphase:', isUnread: false },
  ])('in "$line" are unread: $isUnread', ({ line, isUnread }) => {
    expect(timesIn(['', line]).unread).toEqual(isUnread ? [line] : [])
  })

  test('are instants or null, whatever the text is', () => {
    const piece = fc.constantFrom(
      'Beginn: ',
      'Ende: ',
      ' bis ',
      'zum ',
      ' von ',
      'seit ',
      ' um ',
      '31.02.26',
      '5.10.2026',
    )
    const time = fc.tuple(fc.nat(99), fc.nat(99)).map(([hour, minute]) => ` ${hour}:${String(minute).padStart(2, '0')}`)
    const text = fc.array(fc.oneof(piece, time, fc.string())).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(text), (lines) => {
        const { start, end } = timesIn(lines)
        for (const instant of [start, end]) {
          if (instant !== null) expect(new Date(instant).toISOString()).toBe(instant)
        }
      }),
    )
  })
})
