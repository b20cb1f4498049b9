import { expect, test } from 'vitest'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { daySeconds, hourSeconds, minuteSeconds, secondMs } from '#contract/base/time-units.ts'
import { heardAt, isSilentSince, rhythmPatienceSeconds } from './silence.ts'
import { longKnown } from './testing/guarded-vehicle.ts'
import type { TrackerMemory } from './tracker-memory.ts'

const now = new Date('2026-06-01T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * secondMs)
const reporting = (seconds: number, known: Partial<TrackerMemory> = {}): TrackerMemory => ({
  ...longKnown,
  reportSeconds: seconds,
  ...known,
})

test.each<[string, TrackerMemory, number | null]>([
  ['that reports every minute, after a quarter of an hour', reporting(60), 15],
  ['that reports every five minutes, after five reports', reporting(300), 25],
  ['that reports every hour, as before', reporting(hourSeconds), 180],
  ['that reports every two hours, after two and a half reports', reporting(2 * hourSeconds), 300],
  ['that sleeps for an hour, after one and a half', reporting(60, { silentSeconds: hourSeconds }), 90],
  ['of a day, by its mode', reporting(60, { knownSeconds: daySeconds - 1 }), null],
  ['of nine fixes, by its mode', reporting(60, { knownFixes: 9 }), null],
])('the silence of a tracker %s', (_name, memory, minutes) => {
  expect(rhythmPatienceSeconds(memory)).toBe(minutes === null ? null : minutes * minuteSeconds)
})

test.each([
  ['THEFT', null, alarmsLimits.silentMinutesTheft],
  ['BOTH', null, alarmsLimits.silentMinutesBoth],
  ['THEFT', reporting(300), 25],
  ['BOTH', reporting(300), 25],
  ['MOVEMENT', reporting(300), Infinity],
  [null, null, Infinity],
] as const)('in mode %s a silence is told from then on', (mode, memory, minutes) => {
  const isSilent = (after: number) => isSilentSince(mode, memory, secondsAgo(after * minuteSeconds).toISOString(), now)
  expect([isSilent(Math.min(minutes, 10_000) - 1), isSilent(Math.min(minutes, 10_000))]).toEqual([
    false,
    minutes < Infinity,
  ])
  expect(isSilentSince(mode, memory, null, now)).toBe(false)
})

test('a rhythm is learnt from one sign of life to the next, as a geometric mean', () => {
  expect(heardAt(longKnown, null, null, now)).toEqual(longKnown)
  const first = heardAt(longKnown, secondsAgo(100), null, now)
  expect(first.reportSeconds).toBeCloseTo(100)
  const second = heardAt(first, secondsAgo(110), null, now)
  expect(second.reportSeconds).toBeCloseTo(100 ** 0.9 * 110 ** 0.1)
  expect(second.silentSeconds).toBe(0)
})

test('a silence that ends by itself will be borne again, up to that of a day', () => {
  const asleep = (seconds: number) => heardAt(reporting(60), secondsAgo(seconds), null, now).silentSeconds
  expect([asleep(180), asleep(181), asleep(hourSeconds), asleep(3 * daySeconds)]).toEqual([
    0,
    181,
    hourSeconds,
    daySeconds,
  ])
})

test('a silence in which the product was deaf says nothing of the tracker', () => {
  const heard = (deafUntil: Date) => heardAt(reporting(60), secondsAgo(hourSeconds), deafUntil, now)
  expect(heard(secondsAgo(10))).toEqual(reporting(60))
  expect(heard(secondsAgo(2 * hourSeconds)).silentSeconds).toBe(hourSeconds)
})
