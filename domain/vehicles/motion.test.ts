import { describe, expect, it } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import {
  isJudgedBySpeed,
  lastSetOff,
  lastSpeedOf,
  type LastStay,
  motionKindOf,
  motionOf,
  movedUntil,
} from './motion.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const at = (minutes: number) => new Date(start + minutes * minuteMs)

const stay = (
  arrived: number,
  newest: number,
  { elsewhere = arrived - 1, speed = null }: { elsewhere?: number | null; speed?: number | null } = {},
): LastStay => ({
  newestAt: at(newest),
  speed,
  arrivedAt: at(arrived),
  elsewhereAt: elsewhere === null ? null : at(elsewhere),
})

describe('a vehicle', () => {
  it.each<[string, LastStay, number, string]>([
    ['that has been at its place for ten minutes stands', stay(0, 10), 11, 'STANDING'],
    ['that has just come to its place still moves', stay(0, 9), 10, 'MOVING'],
    ['that was never seen elsewhere stands', stay(0, 1, { elsewhere: null }), 2, 'STANDING'],
    ['that fell silent without speed stands', stay(0, 1, { speed: 2 }), 30, 'STANDING'],
    ['that fell silent, its speed unknown, stands', stay(0, 1), 30, 'STANDING'],
    ['that fell silent while it rode was last riding', stay(0, 1, { speed: 60 }), 30, 'LAST_MOVING'],
    ['that waits at a traffic light moves', stay(0, 2, { speed: 0 }), 3, 'MOVING'],
  ])('%s', (_name, seen, now, kind) => expect(motionKindOf(seen, at(now))).toBe(kind))

  it.each<[string, number | undefined, number, string]>([
    ['without a report of speed', undefined, 60, 'LAST_MOVING'],
    ['that always reports 0', 0, 60, 'LAST_MOVING'],
    ['at walking pace', undefined, 3, 'STANDING'],
  ])('that fell silent on its way, %s, is judged by the way', (_name, speed, kmh, kind) => {
    const silent = stay(4, 4)
    const fixes = Array.from({ length: 5 }, (_, minute) => ({
      latitude: 49 + (minute * kmh) / 60 / 111.195,
      longitude: 8.4,
      recordedAt: at(minute).toISOString(),
      ...(speed !== undefined && { speed }),
    }))
    expect(isJudgedBySpeed(silent, at(10))).toBe(false)
    expect(isJudgedBySpeed(silent, at(30))).toBe(true)
    expect(motionKindOf({ ...silent, speed: lastSpeedOf(fixes) }, at(30))).toBe(kind)
  })

  it('stands since it came to its place; if it was never seen elsewhere, at least since then', () => {
    expect(motionOf(stay(0, 20), [], at(21))).toEqual({ kind: 'STANDING', since: at(0).toISOString(), exact: true })
    expect(motionOf(stay(0, 20, { elsewhere: null }), [], at(21))).toMatchObject({ exact: false })
  })

  /** A fix every minute, a kilometre apart while it rides. */
  const track = (kilometres: readonly number[]): Position[] =>
    kilometres.map((kilometre, index) => ({
      latitude: 49 + kilometre / 111.195,
      longitude: 8.4,
      recordedAt: at(index).toISOString(),
    }))
  const parked = Array.from({ length: 15 }, () => 0)
  const riding = Array.from({ length: 10 }, (_, index) => index + 1)

  it('moves since it set off', () => {
    expect(motionOf(stay(24, 24), track([...parked, ...riding]), at(25))).toEqual({
      kind: 'MOVING',
      since: at(14).toISOString(),
      exact: true,
    })
  })

  it('that rides in all positions that are looked at moves at least since the first of them', () => {
    expect(motionOf(stay(9, 9), track(riding), at(10))).toEqual({
      kind: 'MOVING',
      since: at(0).toISOString(),
      exact: false,
    })
  })

  it('moves since it set off, not since its recording began some minutes before', () => {
    const waiting = Array.from({ length: 5 }, () => 0)
    expect(motionOf(stay(14, 14), track([...waiting, ...riding]), at(15))).toEqual({
      kind: 'MOVING',
      since: at(4).toISOString(),
      exact: true,
    })
  })

  it.each<[string, LastStay, readonly number[], string | null]>([
    ['when its last ride began, once it stands', stay(24, 60), [...parked, ...riding], at(14).toISOString()],
    [
      'when it was last seen elsewhere, if nothing is known between',
      stay(30, 60, { elsewhere: 20 }),
      [],
      at(20).toISOString(),
    ],
    ['never, if it was never seen elsewhere', stay(0, 60, { elsewhere: null }), parked, null],
  ])('set off last %s', (_name, seen, kilometres, since) => {
    expect(lastSetOff(seen, track(kilometres))).toBe(since)
  })

  it('moved last until it came to where it stands, or until it was last heard', () => {
    expect(movedUntil(stay(24, 60), at(61))).toEqual(at(24))
    expect(movedUntil(stay(24, 26), at(27))).toEqual(at(26))
  })

  it('that was seen twice moves since it was last seen elsewhere', () => {
    expect(motionOf(stay(30, 30, { elsewhere: 20 }), [], at(31))).toMatchObject({ since: at(20).toISOString() })
  })
})
