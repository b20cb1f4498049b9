import { describe, expect, test } from 'vitest'
import { dayMinutes } from '#contract/time-units.ts'
import type { Guard } from './guard.ts'
import { judgeFix } from './movement.ts'
import {
  afterStatement,
  mayPauseUntil,
  pauseAt,
  resting,
  startPause,
  type WantedPause,
  wasResting,
  withoutPause,
} from './pauses.ts'
import { after, alarmed, fix } from './testing/guarded-vehicle.ts'

describe('a pause', () => {
  /** Judges fixes one after the other, [metres, minutes] each; returns where an alarm was raised. */
  const follow = (start: Guard, fixes: readonly (readonly [number, number])[]) => {
    let guard = start
    return fixes.flatMap(([metres, minutes]) => {
      const judged = judgeFix('THEFT', guard, [after(1)], fix(metres, minutes), after(minutes))
      guard = judged.guard
      return judged.alarm ? [minutes] : []
    })
  }

  test.each<[WantedPause, number]>([
    [{ wish: 'SHORT' }, 60],
    [{ wish: 'LONG' }, 480],
    [{ wish: 'UNTIL', until: after(20 + 200) }, 200],
  ])('%o lasts %i minutes, and afterwards only new movement counts', (wanted, minutes) => {
    const guard = resting(alarmed, wanted, after(20))
    const end = 20 + minutes
    expect(
      follow(guard, [
        [4000, end - 5],
        [9000, end - 1],
        [9000, end + 1],
        [9005, end + 60],
        [9500, end + 61],
      ]),
    ).toEqual([end + 61])
  })

  test('that its owner ends lasts for days, and counts as theirs until then', () => {
    const guard = resting(alarmed, { wish: 'OPEN' }, after(20))
    const days = [1, 2, 3].map((day) => [day * 5_000, day * dayMinutes] as const)
    expect(follow(guard, days)).toEqual([])
    expect(pauseAt(guard, after(30 * dayMinutes))).toMatchObject({ kind: 'OPEN', until: null })
    const armed = withoutPause(guard, after(40))
    expect([pauseAt(armed, after(40)), wasResting(armed, after(39), after(41))]).toEqual([null, true])
  })

  test('that ended when our clock was a month ahead silences no signal of today', () => {
    const armed = withoutPause(resting(alarmed, { wish: 'OPEN' }, after(20)), after(30 * dayMinutes))
    expect(wasResting(armed, after(39), after(41))).toBe(false)
  })

  test.each([
    ['now', 20, false],
    ['earlier', 19, false],
    ['a minute later', 21, true],
    ['a day later', 20 + dayMinutes, true],
    ['later still', 21 + dayMinutes, false],
  ])('until %s', (_name, minutes, allowed) => expect(mayPauseUntil(after(minutes), after(20))).toBe(allowed))

  test('for a ride knows where the vehicle stands overnight, others need not', () => {
    const home = { latitude: 49, longitude: 8.4 }
    expect(startPause({ wish: 'RIDE', homes: [home] }, after(1)).homes).toEqual([home])
    expect(startPause({ wish: 'LONG' }, after(1)).homes).toEqual([])
  })
})

describe('a vehicle of which its owner says that it is all right', () => {
  const away = judgeFix('THEFT', alarmed, [], fix(60, 20), after(20)).guard
  const told = judgeFix('THEFT', away, [], fix(130, 21), after(21)).guard

  test('was seen away by an error: its tracker is heard with more care', () => {
    expect(told.parked?.departed?.told).not.toBeNull()
    expect(afterStatement(told, 'PARKED', { at: after(30), now: after(30) }).memory).not.toEqual(told.memory)
    expect(afterStatement(told, 'PARKED', { at: after(30), now: after(30) }).memory?.wariness).toBeCloseTo(1)
  })

  test.each(['SUSPICIOUS', 'STOLEN', 'RECOVERED'] as const)('but not where it is stated to be %s', (state) => {
    expect(afterStatement(told, state, { at: after(30), now: after(30) }).memory).toEqual(told.memory)
  })

  test('nor where the owner moved it, or nothing was told', () => {
    const own = resting(told, { wish: 'SHORT' }, after(22))
    expect(afterStatement(own, 'PARKED', { at: after(30), now: after(30) }).memory).toEqual(own.memory)
    expect(afterStatement(away, 'PARKED', { at: after(30), now: after(30) }).memory).toEqual(away.memory)
  })
})
