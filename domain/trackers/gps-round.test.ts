import { expect, test } from 'vitest'
import { correctGpsRound } from './gps-round.ts'

const now = new Date('2026-03-29T12:00:00.000Z')

test.each([
  ['1024 weeks behind', '2006-08-13T12:00:00Z', '2026-03-29T12:00:00.000Z'],
  ['two rounds behind', '1986-12-28T12:00:00Z', '2026-03-29T12:00:00.000Z'],
  ['a fortnight of backlog and 1024 weeks behind', '2006-07-30T12:00:00Z', '2026-03-15T12:00:00.000Z'],
  ['ten years old', '2016-03-29T12:00:00Z', '2016-03-29T12:00:00.000Z'],
  ['from before GPS', '1979-12-31T12:00:00Z', '1979-12-31T12:00:00.000Z'],
  ['from now', '2026-03-29T12:00:00Z', '2026-03-29T12:00:00.000Z'],
])('a fix %s (%s) is put to %s', (_name, reported, meant) => {
  expect(correctGpsRound(new Date(reported), now).toISOString()).toBe(meant)
})
