import pg from 'pg'
import { expect, test } from 'vitest'
import { timestampOf } from './timestamps.ts'

const byDriver: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

test.for([
  ['2026-03-29 01:30:00+00', '2026-03-29T01:30:00.000Z'],
  ['2026-03-29 03:30:00+02', '2026-03-29T01:30:00.000Z'],
  ['2025-12-31 19:30:00-05', '2026-01-01T00:30:00.000Z'],
  ['2024-02-29 23:59:59.5+00', '2024-02-29T23:59:59.500Z'],
  ['2026-03-29 01:30:00.07+00', '2026-03-29T01:30:00.070Z'],
  ['2026-03-29 01:30:00.007+00', '2026-03-29T01:30:00.007Z'],
  ['2026-03-29 01:30:00.999999+00', '2026-03-29T01:30:00.999Z'],
  ['1970-01-01 00:00:00+00', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31 23:59:59.999+00', '9999-12-31T23:59:59.999Z'],
  ['2026-03-29 07:00:00+05:30', '2026-03-29T01:30:00.000Z'],
  ['1800-01-01 00:53:28+00:53:28', '1800-01-01T00:00:00.000Z'],
  ['0099-01-01 00:00:00+00', '0099-01-01T00:00:00.000Z'],
  ['10000-01-01 00:00:00+00', '+010000-01-01T00:00:00.000Z'],
] as const)('%s is the instant %s', ([text, instant]) => {
  expect(timestampOf(text)).toEqual(new Date(instant))
})

test.for(['infinity', '-infinity', '0044-03-15 00:00:00+00 BC', '2026-03-29', ''])('“%s” is read as before', (text) => {
  expect(timestampOf(text)).toEqual(byDriver(text))
})

test('every millisecond of a second is read as it was written', () => {
  const second = Date.UTC(2026, 10, 23, 12)
  const all = Array.from({ length: 1000 }, (_, ms) => new Date(second + ms))
  const written = all.map(
    (at) =>
      at
        .toISOString()
        .replace('T', ' ')
        .replace(/\.?0*Z$/, '') + '+00',
  )
  expect(written.map(timestampOf)).toEqual(all)
})
