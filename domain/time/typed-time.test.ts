import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { instantOfTyped, instantsOfTyped, isSkipped, typedTime } from './typed-time.ts'

test.each([
  ['an ordinary time', '2026-06-01T08:30', ['2026-06-01T06:30:00.000Z']],
  ['one with seconds', '2026-01-01T08:30:00', ['2026-01-01T07:30:00.000Z']],
  ['one in the hour that comes twice', '2026-10-25T02:30', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  ['the first of both', '2026-10-25T02:30+02:00', ['2026-10-25T00:30:00.000Z']],
  ['the second of both', '2026-10-25T02:30+01:00', ['2026-10-25T01:30:00.000Z']],
  ['the end of that hour', '2026-10-25T03:00', ['2026-10-25T02:00:00.000Z']],
  ['one that is skipped', '2026-03-29T02:30', []],
  ['an offset that the day does not have', '2026-06-01T08:30+01:00', []],
  ['a day that is none', '2026-13-01T08:30', []],
  ['no time', 'gestern', []],
  ['nothing', '', []],
])('%s is read: %s', (_name, typed, instants) => {
  expect(instantsOfTyped(typed)).toEqual(instants)
  expect(instantOfTyped(typed, 'first')).toBe(instants[0] ?? null)
  expect(instantOfTyped(typed, 'last')).toBe(instants.at(-1) ?? null)
})

test.each([
  ['2026-03-29T02:30', true],
  ['2026-03-29T03:00', false],
  ['2026-06-01T08:30+01:00', false],
  ['2026-13-01T08:30', false],
  ['', false],
])('whether %j is skipped in March: %s', (typed, skipped) => expect(isSkipped(typed)).toBe(skipped))

test('a time that a form shows is the same minute when it is read back, also in the hour that comes twice', () => {
  const minutes = fc.oneof(
    fc.integer({ min: Date.UTC(2020, 0) / minuteMs, max: Date.UTC(2035, 0) / minuteMs }),
    fc.integer({ min: Date.UTC(2026, 9, 24, 23) / minuteMs, max: Date.UTC(2026, 9, 25, 3) / minuteMs }),
  )
  fc.assert(
    fc.property(minutes, (minute) => {
      const instant = new Date(minute * minuteMs).toISOString()
      expect(instantsOfTyped(typedTime(instant))).toEqual([instant])
    }),
  )
})
