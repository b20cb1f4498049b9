/*
 * Thefts of a vehicle whose tracker has been known for a day: moved bit by bit, jammed soon after it left, driven off between
 * two reports, and all of it where the tracker has erred before.
 */
import { daySeconds, hourSeconds, minuteSeconds } from '#contract/base/time-units.ts'
import type { TrackerMemory } from '#domain/alarms/tracker-memory.ts'
import { inVan, pushed, type Ride } from './departures.ts'
import { normal, type Random, type Reported } from './receiver.ts'
import { watching } from './rules.ts'

type Guard = ReturnType<typeof watching>

const spread = 8
const lastingSeconds = 180
const silentSeconds = 4 * hourSeconds

/** A tracker with errors of 8 m that last. @param where the vehicle is at a time, in metres, and its speed in m/s. */
function reporting(every: number, random: Random) {
  let error = { x: spread * normal(random), y: spread * normal(random) }
  const kept = Math.exp(-every / lastingSeconds)
  const fresh = spread * Math.sqrt(1 - kept ** 2)
  return (at: number, place: { x: number; y: number }, said: Partial<Reported> = {}): Reported => {
    error = { x: kept * error.x + fresh * normal(random), y: kept * error.y + fresh * normal(random) }
    const [x, y] = [place.x + error.x, place.y + error.y]
    return { at, x, y, told: null, speedKmh: null, isStirred: undefined, isRequested: false, ...said }
  }
}

/** A guard that has watched the parked vehicle for a day, with something else remembered of its tracker. */
function watchedForADay(every: number, random: Random, known: Partial<TrackerMemory>, said: Partial<Reported> = {}) {
  const report = reporting(every, random)
  const first = watching('everything', 'USUAL', null)
  let at = random() * every
  for (; at < daySeconds; at += every) first.judge(report(at, { x: 0, y: 0 }, said))
  const memory = first.memory()
  const guard = watching('everything', 'USUAL', memory && { ...memory, ...known })
  for (; at < daySeconds + Math.max(2 * hourSeconds, 8 * every); at += every)
    guard.judge(report(at, { x: 0, y: 0 }, said))
  return { guard, report, from: at }
}

/** After how many metres of way a vehicle that is moved by steps raises an alarm; null if never. */
export function creep(every: number, steps: readonly number[], random: Random): number | null {
  const { guard, report, from } = watchedForADay(every, random, {})
  let [at, x] = [from, 0]
  for (const step of steps) {
    x += step
    const until = at + (20 + 40 * random()) * minuteSeconds
    for (; at < until; at += every) if (guard.judge(report(at, { x, y: 0 }))) return x
  }
  return null
}

/** After how many seconds since it left a vehicle raises an alarm; null if never. @param jammedAfter its tracker is silent from then on. */
export function leave(
  ride: Ride,
  every: number,
  random: Random,
  known: Partial<TrackerMemory>,
  jammedAfter = Infinity,
): number | null {
  const { guard, report, from } = watchedForADay(every, random, known)
  const left = from - random() * every
  let last = from - every
  for (let at = from; at - left < Math.min(ride.length, jammedAfter); at += every) {
    const place = ride[Math.floor(at - left)] ?? { x: 0, y: 0 }
    if (guard.judge(report(at, place))) return at - left
    last = at
  }
  return silence(guard, last - left)
}

function silence(guard: Guard, lastSeconds: number): number | null {
  const told = guard.toldAfterSilence(silentSeconds)
  return told === null ? null : lastSeconds + told
}

/** How many fixes beyond 50 m a tracker needs that tells to stand while parked, and to drive at 30 km/h when stolen. */
export function drivenOff(every: number, random: Random): number {
  const still = { speedKmh: 0, told: 5 }
  const { guard, report, from } = watchedForADay(every, random, {}, still)
  const metresASecond = 30 / 3.6
  let fixes = 0
  for (let at = from; fixes < 10; at += every) {
    const x = metresASecond * (at - from + 7 + 38 * random())
    fixes += 1
    if (guard.judge(report(at, { x, y: 0 }, { speedKmh: 30, told: 5 }))) return fixes
  }
  return Infinity
}

export const vans = (count: number, randoms: (index: number) => Random) =>
  Array.from({ length: count }, (_, index) => inVan(randoms(index)))
export const pushes = (count: number, randoms: (index: number) => Random) =>
  Array.from({ length: count }, (_, index) => pushed(randoms(index)))
