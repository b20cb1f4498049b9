import { describe, expect, test } from 'vitest'
import type { DossierState } from '#contract/dossier/dossier.ts'
import { dayMinutes } from '#contract/base/time-units.ts'
import type { Guard } from './guard.ts'
import { followEarlier, judgeFix } from './movement.ts'
import {
  afterStatement,
  armed,
  endedPause,
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

  test('that is over silences no theft for which its tracker tells times within it', () => {
    let guard = resting(alarmed, { wish: 'SHORT' }, after(520))
    const raised = [600, 601, 602, 603].flatMap((minutes) => {
      const judged = judgeFix('THEFT', guard, [after(1)], fix(500 * (minutes - 599), minutes - 60), after(minutes))
      guard = judged.guard
      return judged.alarm ? [minutes] : []
    })
    expect(raised[0]).toBe(600)
  })

  test('that is over by the clock lets the fixes of it that come at once show where the vehicle stands', () => {
    const guard = resting(alarmed, { wish: 'SHORT' }, after(20))
    const earlier = [fix(1000, 40), fix(4000, 50), fix(4002, 70), fix(4003, 78)]
    const followed = followEarlier(guard, earlier, after(85))
    expect(judgeFix('THEFT', followed, [after(1)], fix(4001, 84), after(85))).toMatchObject({ why: 'DRIFT' })
    expect(judgeFix('THEFT', followed, [after(1)], fix(4900, 84), after(85))).toMatchObject({ alarm: true })
  })

  test('that its owner ends lasts for days, and counts as theirs until then', () => {
    const guard = resting(alarmed, { wish: 'OPEN' }, after(20))
    const days = [1, 2, 3].map((day) => [day * 5_000, day * dayMinutes] as const)
    expect(follow(guard, days)).toEqual([])
    expect(pauseAt(guard, after(30 * dayMinutes))).toMatchObject({ kind: 'OPEN', until: null })
    const watching = withoutPause(guard, after(40))
    expect([pauseAt(watching, after(40)), wasResting(watching, after(39), after(41))]).toEqual([null, true])
  })

  test('that ended when our clock was a month ahead silences no signal of today', () => {
    const watching = withoutPause(resting(alarmed, { wish: 'OPEN' }, after(20)), after(30 * dayMinutes))
    expect(wasResting(watching, after(39), after(41))).toBe(false)
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
  const afterWord = (guard: Guard, from: DossierState, to: DossierState) =>
    afterStatement(guard, { from, to }, { at: after(30), now: after(30) }).memory

  test('was seen away by an error: its tracker is heard with more care', () => {
    expect(told.parked?.departed?.told).not.toBeNull()
    expect(afterWord(told, 'SUSPICIOUS', 'PARKED')?.wariness).toBeCloseTo(1)
  })

  test.each([
    ['PARKED', 'SUSPICIOUS'],
    ['SUSPICIOUS', 'STOLEN'],
    ['STOLEN', 'RECOVERED'],
    ['RECOVERED', 'PARKED'],
  ] as const)('but not from %s to %s', (from, to) => {
    expect(afterWord(told, from, to)).toEqual(told.memory)
  })

  test('nor where the owner moved it, nothing was told, or it was away for hours', () => {
    const own = resting(told, { wish: 'SHORT' }, after(22))
    expect(afterWord(own, 'SUSPICIOUS', 'PARKED')).toEqual(own.memory)
    expect(afterWord(away, 'SUSPICIOUS', 'PARKED')).toEqual(away.memory)
    const hours = Array.from({ length: 30 }, (_, index) => 31 + 10 * index).reduce(
      (guard, minutes) => judgeFix('THEFT', guard, [], fix(10 * minutes, minutes), after(minutes)).guard,
      told,
    )
    expect(afterWord(hours, 'SUSPICIOUS', 'PARKED')).toEqual(hours.memory)
  })
})

describe('an owner who switches the alarm on', () => {
  test('where the pause has ended by itself answers no alarm since, and is told of each movement again', () => {
    const rested = resting(alarmed, { wish: 'SHORT' }, after(5))
    const stolen = judgeFix('THEFT', rested, [after(1)], fix(500, 100), after(100))
    expect(stolen).toMatchObject({ alarm: true, guard: { onwardSince: after(100) } })
    const guard = armed(stolen.guard, after(101))
    expect(guard).toEqual({ ...stolen.guard, onwardSince: null })
  })

  test.each<[string, number, Date]>([
    ['in a pause ends it then', 40, after(40)],
    ['after it leaves its end where it was', 90, after(65)],
  ])('%s', (_name, minutes, restedUntil) => {
    const rested = resting(alarmed, { wish: 'SHORT' }, after(5))
    expect(armed(rested, after(minutes))).toMatchObject({ pause: null, restedUntil, onwardSince: null })
  })

  test('keeps a word of movement that came after the pause', () => {
    const pending = { ...resting(alarmed, { wish: 'SHORT' }, after(5)), pendingFixAt: after(70) }
    expect(armed(pending, after(71)).pendingFixAt).toEqual(after(70))
  })
})

test('of a vehicle that its owner misses each movement is told, also after an own ride', () => {
  const ridden = endedPause(resting(alarmed, { wish: 'SHORT' }, after(5)), fix(0, 66), after(66))
  const stolen = [fix(300, 100), fix(1500, 101)].reduce(
    (guard, seen) => judgeFix('THEFT', guard, [after(1)], seen, seen.recordedAt).guard,
    ridden,
  )
  const missed = afterStatement(stolen, { from: 'PARKED', to: 'STOLEN' }, { at: after(103), now: after(103) })
  const judge = (guard: Guard) => judgeFix('THEFT', guard, [after(101)], fix(5000, 118), after(118))
  expect(judge(stolen)).toMatchObject({ why: 'ASKED' })
  expect(judge(missed)).toMatchObject({ alarm: true })
})

test('a word of movement in a pause is not waited for once the alarm is armed again', () => {
  const paused = { ...alarmed, pendingFixAt: after(5), pause: startPause({ wish: 'OPEN' }, after(6)) }
  expect(withoutPause(paused, after(7)).pendingFixAt).toBeNull()
})
