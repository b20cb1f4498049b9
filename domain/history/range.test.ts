import { describe, expect, test } from 'vitest'
import { rangeMistake } from './range.ts'

describe('a range of time', () => {
  test.each([
    ['of one millisecond', '2026-07-01T12:00:00.000Z', '2026-07-01T12:00:00.001Z', null],
    [
      'that ends when it starts',
      '2026-07-01T12:00:00Z',
      '2026-07-01T12:00:00Z',
      'Das Ende muss nach dem Beginn liegen.',
    ],
    [
      'that ends before it starts',
      '2026-07-02T12:00:00Z',
      '2026-07-01T12:00:00Z',
      'Das Ende muss nach dem Beginn liegen.',
    ],
    ['of fourteen days', '2026-07-01T12:00:00Z', '2026-07-15T12:00:00Z', null],
    [
      'of more',
      '2026-07-01T12:00:00.000Z',
      '2026-07-15T12:00:00.001Z',
      'Der Zeitraum darf höchstens 14 Tage umfassen.',
    ],
    [
      'since the year 1',
      '0001-01-01T00:00:00Z',
      '2026-07-15T12:00:00Z',
      'Der Zeitraum darf höchstens 14 Tage umfassen.',
    ],
    ['of fourteen days on the wall in October', '2026-10-20T10:00:00Z', '2026-11-03T11:00:00Z', null],
    ['of fourteen days elapsed in March', '2026-03-20T11:00:00Z', '2026-04-03T11:00:00Z', null],
  ])('%s: %s to %s gives %j', (_name, start, end, mistake) => {
    expect(rangeMistake(new Date(start), new Date(end))).toEqual(mistake === null ? null : { end: mistake })
  })
})
