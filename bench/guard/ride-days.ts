import type { Place } from '#contract/base/place.ts'
import { follow } from '#domain/alarms/departure.ts'
import { type Guard, newGuard, watchedOf } from '#domain/alarms/guard.ts'
import { judgeFix } from '#domain/alarms/movement.ts'
import { resting } from '#domain/alarms/pauses.ts'
import { hasMoved, type Observation, type Sighting } from '#domain/alarms/sighting.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { inVan, type Ride } from './departures.ts'
import { placeOf, type Point, type Receiver, reportsOf, type Way } from './receiver.ts'

/** What happens on a day: at home overnight, away with stops, home again, and a theft in the next night. Times in seconds. */
export interface RideDay {
  way: Way
  /** When the owner pressed „Ich fahre“. */
  announcedAt: number
  /** When the vehicle set off from each stop. */
  leavesStopsAt: readonly number[]
  stolenAt: number
  endsAt: number
}

/** What the owner hears on such a day. */
export interface Heard {
  /** E-mails about the owner's own ride, by the stop after which they came; those before the first stop are first. */
  own: readonly number[]
  /** From the theft to its first e-mail; `Infinity` if none came. */
  theftSeconds: number
}

const hour = 3600
const nightSeconds = 9 * hour
const announcedBefore = 120

/** Out over these rides with a stop after each but the last, and the same way back. */
export function rideDay(rides: readonly Ride[], stopMinutes: number, seed: number): RideDay {
  const out = rides.map(byItself)
  const legs = [...out, ...out.toReversed().map(backwards)]
  const seconds: Point[] = []
  const leavesStopsAt: number[] = []
  let [x, y] = [0, 0]
  for (const [index, leg] of legs.entries()) {
    if (index > 0) {
      seconds.push(...Array.from({ length: stopMinutes * 60 }, () => ({ x, y })))
      leavesStopsAt.push(nightSeconds + seconds.length)
    }
    const [fromX, fromY] = [x, y]
    for (const point of leg) {
      ;[x, y] = [fromX + point.x, fromY + point.y]
      seconds.push({ x, y })
    }
  }
  const stolenAt = nightSeconds + seconds.length + nightSeconds
  const van = inVan(randomFrom(seed))
  const at = (second: number): Point => {
    if (second < nightSeconds) return { x: 0, y: 0 }
    const ridden = seconds[Math.floor(second - nightSeconds)]
    if (ridden !== undefined) return ridden
    const taken = van[Math.min(Math.floor(second - stolenAt), van.length - 1)]
    return taken === undefined ? { x, y } : { x: x + taken.x, y: y + taken.y }
  }
  const way: Way = (second) => {
    const [here, next] = [at(second), at(second + 1)]
    return { ...here, speed: Math.hypot(next.x - here.x, next.y - here.y) }
  }
  return { way, announcedAt: nightSeconds - announcedBefore, leavesStopsAt, stolenAt, endsAt: stolenAt + 2 * hour }
}

/** A ride from 0, 0, without the time in which it had not begun or had arrived: how long a stop takes is asked apart. */
function byItself(ride: Ride): Ride {
  const [first, last] = [ride[0], ride.at(-1)]
  if (first === undefined || last === undefined) return ride
  const begin = ride.findIndex((point) => apart(point, first) > standsMetres)
  const end = ride.findLastIndex((point) => apart(point, last) > standsMetres)
  return ride.slice(begin, end + 1).map(({ x, y }) => ({ x: x - first.x, y: y - first.y }))
}

const standsMetres = 20
const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** Whether a stop of the day is at home: it ends the ride. */
export function comesHomeBetween({ way, leavesStopsAt }: RideDay): boolean {
  return leavesStopsAt.some((left) => apart(way(left - 1), { x: 0, y: 0 }) < homeMetres)
}

const homeMetres = 200

function backwards(ride: Ride): Ride {
  return byItself(ride.toReversed())
}

/** A tracker that sleeps where it is parked reports nothing until it is ridden on. */
export type Habit = 'reports always' | 'sleeps while parked'
const awakeSeconds = 300

/** @param answers whether the owner answers the first e-mail about the own ride, two minutes later. */
export function liveThrough(
  day: RideDay,
  receiver: Receiver,
  { rule, habit, answers }: { rule: 'before' | 'now'; habit: Habit; answers: boolean },
  seed: number,
): Heard {
  const own = Array.from({ length: day.leavesStopsAt.length + 1 }, () => 0)
  const home = placeOf({ x: 0, y: 0 })
  const pausing = { before: pausedBefore, now: pausedNow }[rule]([home])
  let [guard, isAnnounced, answersAt, theftSeconds, movedAt] = [newGuard(new Date(0)), false, Infinity, Infinity, 0]
  const times: Date[] = []
  const span = { from: 0, to: day.endsAt, random: randomFrom(seed) }
  for (const report of reportsOf(receiver, day.way, span)) {
    const { speed } = day.way(report.at)
    if (speed > 0.5) movedAt = report.at
    if (habit === 'sleeps while parked' && report.at > nightSeconds && report.at - movedAt > awakeSeconds) continue
    const now = new Date(report.at * 1000)
    if ((!isAnnounced && report.at >= day.announcedAt) || report.at >= answersAt) {
      guard = pausing.pause(guard, now)
      ;[isAnnounced, answersAt] = [true, Infinity]
    }
    const fix = { ...placeOf(report), accuracy: report.told, recordedAt: now, speedKmh: null, isStirred: false }
    const judged = pausing.judge(guard, times, fix, now)
    guard = judged.guard
    if (!judged.alarm) continue
    times.push(now)
    if (report.at >= day.stolenAt) theftSeconds = Math.min(theftSeconds, report.at - day.stolenAt)
    else if (isAnnounced) {
      const stops = day.leavesStopsAt.filter((left) => left <= report.at).length
      own[stops] = (own[stops] ?? 0) + 1
      if (answers) answersAt = report.at + 120
    }
  }
  return { own, theftSeconds }
}

interface Pausing {
  pause(guard: Guard, now: Date): Guard
  judge(guard: Guard, times: readonly Date[], fix: Observation, now: Date): { alarm: boolean; guard: Guard }
}

function pausedNow(homes: readonly Place[]): Pausing {
  return {
    pause: (guard, now) => resting(guard, { wish: 'RIDE', homes }, now),
    judge: (guard, times, fix, now) => judgeFix('THEFT', guard, times, fix, now),
  }
}

/** As it was until November 2026: a ride ended after ten minutes within what both fixes told, and all its e-mails came. */
function pausedBefore(): Pausing {
  let ride: { moved: boolean; anchor: Sighting; lastAt: Date } | null = null
  const tenMinutes = 600_000
  return {
    pause(guard, now) {
      const anchor = guard.anchor ?? { ...placeOf({ x: 0, y: 0 }), accuracy: null, recordedAt: now }
      ride = { moved: false, anchor, lastAt: guard.lastFixAt ?? now }
      return { ...guard, pendingFixAt: null }
    },
    judge(guard, times, fix, now) {
      if (ride !== null) {
        const silent = now.getTime() - ride.lastAt.getTime()
        const stood = ride.lastAt.getTime() - ride.anchor.recordedAt.getTime()
        const stands = !hasMoved(ride.anchor, fix)
        if (ride.moved && (silent >= tenMinutes || stood >= tenMinutes || (stands && silent + stood >= tenMinutes))) {
          ride = null
        }
      }
      if (ride === null) return judgeFix('THEFT', { ...guard, onwardSince: null }, times, fix, now)
      if (hasMoved(ride.anchor, fix)) ride = { moved: true, anchor: fix, lastAt: now }
      else ride = { ...ride, lastAt: now }
      const watched = follow(watchedOf(guard, fix), fix)
      return { alarm: false, guard: { ...guard, ...watched, anchor: ride.anchor, lastFixAt: now } }
    },
  }
}
