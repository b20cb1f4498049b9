import { expect, test } from 'vitest'
import { deletionRangeOf, spanOf } from './deletion-range.ts'

const now = new Date('2026-06-13T10:00:30Z')
const position = (recordedAt: string) => ({ latitude: 49, longitude: 8, recordedAt })

test('the suggested range spans the shown positions, or else the last 24 hours', () => {
  expect(spanOf([position('2026-06-12T08:15:40Z'), position('2026-06-12T09:20:50Z')], now)).toEqual({
    from: '2026-06-12T10:15',
    to: '2026-06-12T11:20',
  })
  expect(spanOf([], now)).toEqual({ from: '2026-06-12T12:00', to: '2026-06-13T12:00' })
})

test('everything is a range without ends', () => {
  expect(deletionRangeOf({ extent: 'everything', from: '', to: '' })).toEqual({ range: {} })
})

test.each([
  [
    'the last minute to its end',
    '2026-06-12T10:15',
    '2026-06-12T10:15',
    '2026-06-12T08:15:00.000Z',
    '2026-06-12T08:15:59.999Z',
  ],
  [
    'both hours when an hour comes twice',
    '2026-10-25T02:10',
    '2026-10-25T02:50',
    '2026-10-25T00:10:00.000Z',
    '2026-10-25T01:50:59.999Z',
  ],
  [
    'one of both hours, if that was chosen',
    '2026-10-25T02:10+01:00',
    '2026-10-25T02:50+01:00',
    '2026-10-25T01:10:00.000Z',
    '2026-10-25T01:50:59.999Z',
  ],
])('a range includes %s', (_name, from, to, start, end) => {
  expect(deletionRangeOf({ extent: 'range', from, to })).toEqual({ range: { start, end } })
})

test.each([
  ['2026-03-29T02:30', '2026-06-12T10:15', { from: expect.stringContaining('vorgestellt') }],
  ['', '2026-06-12T10:15', { from: 'Bitte geben Sie Datum und Uhrzeit an.' }],
  ['2026-06-12T10:15', '', { to: 'Bitte geben Sie Datum und Uhrzeit an.' }],
  ['2026-06-12T10:15', '2026-06-12T10:14', { to: 'Das Ende muss nach dem Beginn liegen.' }],
])('from %j to %j is refused at its field', (from, to, mistakes) => {
  expect(deletionRangeOf({ extent: 'range', from, to })).toEqual({ mistakes })
})
