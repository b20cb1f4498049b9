import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/time-units.ts'
import { nextTry } from './messages.ts'

const dueAt = new Date('2026-11-23T12:00:00Z')
const after = (ms: number) => new Date(dueAt.getTime() + ms)

test.each([
  ['after a minute', 1, 0, 24, minuteMs],
  ['after pauses that double', 4, 20 * minuteMs, 24, 28 * minuteMs],
  ['after an hour at the longest', 12, 5 * hourMs, 24, 6 * hourMs],
  ['even after many tries', 200, 23 * hourMs, 24, 24 * hourMs],
])('a message that was not taken is tried again %s', (_name, tries, passedMs, triedHours, nextMs) => {
  expect(nextTry({ dueAt, tries, triedHours }, after(passedMs))).toEqual(after(nextMs))
})

test.each([
  ['after its time', 9, 24 * hourMs, 24],
  ['at once, if it is tried once', 1, 0, 0],
])('it is given up %s', (_name, tries, passedMs, triedHours) => {
  expect(nextTry({ dueAt, tries, triedHours }, after(passedMs))).toBeNull()
})
