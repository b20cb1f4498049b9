import { expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { isDoubted } from './doubts.ts'

const start = new Date('2026-06-01T12:00:00Z')
const day = (count: number) => new Date(start.getTime() + count * dayMs)
const no = (at: number, weight = 0.5) => ({ confirms: false, at: day(at), weight })
const yes = (at: number, weight = 0.5) => ({ confirms: true, at: day(at), weight })

test.each([
  { name: 'no word', words: [], on: 0, doubted: false },
  { name: 'one denial', words: [no(0, 0.7)], on: 0, doubted: false },
  { name: 'two denials beside it', words: [no(0), no(2)], on: 2, doubted: true },
  { name: 'two denials, one of them from long ago', words: [no(0), no(150)], on: 150, doubted: false },
  { name: 'two denials that nobody repeats for half a year', words: [no(0), no(2)], on: 182, doubted: false },
  { name: 'a confirmation after two denials', words: [no(0), no(1), yes(2)], on: 2, doubted: false },
  { name: '10,000 weak denials', words: Array.from({ length: 10_000 }, () => no(0, 0.15)), on: 0, doubted: false },
])('$name: doubted is $doubted', ({ words, on, doubted }) => {
  expect(isDoubted(words, day(on))).toBe(doubted)
  expect(isDoubted(words.toReversed(), day(on))).toBe(doubted)
})
