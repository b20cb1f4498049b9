import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/base/time-units.ts'
import { nextTry } from './messages.ts'

const dueAt = new Date('2026-11-23T12:00:00Z')
const after = (ms: number) => new Date(dueAt.getTime() + ms)

test.each([
  ['after a minute', 1, 0, 24, minuteMs],
  ['after pauses that double', 4, 20 * minuteMs, 24, 28 * minuteMs],
  ['after an hour at the longest', 12, 5 * hourMs, 24, 6 * hourMs],
  ['even after many tries', 200, 22 * hourMs, 24, 23 * hourMs],
  ['for the last time when its time is over', 200, 23 * hourMs + 30 * minuteMs, 24, 24 * hourMs],
])('a message that was not taken is tried again %s', (_name, tries, passedMs, triedHours, nextMs) => {
  expect(nextTry({ dueAt, tries, triedHours, isAlarm: false }, after(passedMs))).toEqual(after(nextMs))
})

test('one about an alarm is tried again within the minute, however often it was', () => {
  const tried = { dueAt, tries: 200, triedHours: 6, isAlarm: true }
  expect(nextTry(tried, after(5 * hourMs))).toEqual(after(5 * hourMs + minuteMs / 2))
})

test.each([
  ['after its time', 9, 24 * hourMs, 24],
  ['at once, if it is tried once', 1, 0, 0],
])('it is given up %s', (_name, tries, passedMs, triedHours) => {
  expect(nextTry({ dueAt, tries, triedHours, isAlarm: false }, after(passedMs))).toBeNull()
})
