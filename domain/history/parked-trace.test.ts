import { describe, expect, test } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { destination } from '#domain/geo/geo.ts'
import { type KeptTrace, reduceParked } from './parked-trace.ts'

const begin = Date.parse('2026-11-21T20:00:00Z')
const home = { latitude: 49.0069, longitude: 8.4037 }
const nothing: KeptTrace = { suspicions: [], fixTimes: new Set() }
const at = (minute: number) => new Date(begin + minute * minuteMs)

/** One fix a minute: parked up to `setOff`, wandering by some metres, then riding east at 60 km/h up to `arrival`. */
function ride(setOff: number, arrival: number, end: number): Position[] {
  return Array.from({ length: end + 1 }, (_, minute) => {
    const ridden = Math.max(0, Math.min(minute, arrival) - setOff) * 1000
    const place = destination(destination(home, ridden, 90), 5 * (minute % 3), minute * 40)
    return { ...place, recordedAt: at(minute).toISOString(), accuracy: 8 }
  })
}

/** The minutes whose positions stay. */
function minutesLeft(positions: readonly Position[], kept: KeptTrace): number[] {
  const deleted = new Set(reduceParked(positions, kept).deleted)
  const times = positions.map(({ recordedAt }) => Date.parse(recordedAt))
  return times.filter((time) => !deleted.has(time)).map((time) => (time - begin) / minuteMs)
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)

describe('of a parked vehicle', () => {
  test('only the place remains, from when to when, and of its ride every position', () => {
    const left = minutesLeft(ride(120, 150, 300), nothing)
    expect(left[0]).toBe(0)
    expect(left.at(-1)).toBe(300)
    expect(left).toEqual(expect.arrayContaining(from(121, 149)))
    expect(left.length).toBeLessThan(40)
  })

  test('that has stood for less than ten minutes everything remains', () => {
    expect(minutesLeft(ride(0, 30, 38), nothing)).toEqual(from(0, 38))
  })

  test.each([
    ['that is suspected to be stolen', { since: at(60), until: null }],
    ['that was, until it was found', { since: at(60), until: at(90) }],
  ])('%s, everything remains of the stay', (_name, period) => {
    expect(minutesLeft(ride(120, 150, 151), { ...nothing, suspicions: [period] })).toEqual(from(0, 151))
  })

  test('a suspicion about another time changes nothing', () => {
    const suspicions = [{ since: at(400), until: null }]
    expect(minutesLeft(ride(120, 150, 300), { ...nothing, suspicions })).toEqual(
      minutesLeft(ride(120, 150, 300), nothing),
    )
  })

  test('the positions that alarms refer to remain', () => {
    expect(minutesLeft(ride(120, 150, 300), { ...nothing, fixTimes: new Set([at(42).getTime()]) })).toContain(42)
  })

  test('the same remains whether it is reduced once or again and again', () => {
    const whole = ride(120, 150, 300)
    let left: Position[] = []
    for (let minute = 0; minute < whole.length; minute += 7) {
      left.push(...whole.slice(minute, minute + 7))
      const { deleted } = reduceParked(left, nothing)
      left = left.filter(({ recordedAt }) => !deleted.includes(Date.parse(recordedAt)))
    }
    const minutes = left.map(({ recordedAt }) => (Date.parse(recordedAt) - begin) / minuteMs)
    expect(minutes).toEqual(expect.arrayContaining(from(121, 149)))
    expect(minutes.length).toBeLessThan(45)
    expect([minutes[0], minutes.at(-1)]).toEqual([0, 300])
  })
})

describe('the next time it goes on', () => {
  test('at the beginning of a stay that lasts', () => {
    const { reducedUntil } = reduceParked(ride(0, 30, 100), nothing)
    expect(reducedUntil?.getTime()).toBeGreaterThanOrEqual(at(29).getTime())
    expect(reducedUntil?.getTime()).toBeLessThanOrEqual(at(31).getTime())
  })

  test('where a stay that has just begun may turn out to be one', () => {
    expect(reduceParked(ride(0, 30, 35), nothing).reducedUntil).toEqual(at(25))
  })

  test('nowhere, without positions', () => {
    expect(reduceParked([], nothing)).toEqual({ deleted: [], reducedUntil: null })
  })
})
