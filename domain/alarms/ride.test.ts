import { describe, expect, test } from 'vitest'
import { dayMinutes } from '#contract/base/time-units.ts'
import type { Guard } from './guard.ts'
import { followEarlier, judgeFix } from './movement.ts'
import { pauseAt, resting, withoutPause } from './pauses.ts'
import { judgeSignal } from './signal-alarms.ts'
import { after, alarmed, fix, given } from './testing/guarded-vehicle.ts'

type Moment = readonly [metres: number, minutes: number]
/** A fix each minute, this many metres on with each. */
const going = (from: number, to: number, metres: number, step: number): Moment[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [metres + index * step, from + index])
const standing = (from: number, to: number, metres: number) => going(from, to, metres, 0)
const homeAt = (metres: number) => {
  const { latitude, longitude } = fix(metres, 0)
  return { latitude, longitude }
}
/** Paused for a ride after 20 minutes, where it stands. @param homes metres east of there. */
const announced = (...homes: number[]) => resting(alarmed, { wish: 'RIDE', homes: homes.map(homeAt) }, after(20))

/** The guard after these fixes, where no e-mail is too soon. */
function guardAfter(start: Guard, fixes: readonly Moment[]): Guard {
  return fixes.reduce(
    (guard, [metres, minutes]) => judgeFix('THEFT', guard, [], fix(metres, minutes), after(minutes)).guard,
    start,
  )
}

/** Judges fixes one after the other; returns when alarms were raised. */
function alarmsOf(start: Guard, fixes: readonly Moment[], before: readonly Date[] = []) {
  const times = [...before]
  let guard = start
  for (const [metres, minutes] of fixes) {
    const judged = judgeFix('THEFT', guard, times, fix(metres, minutes), after(minutes))
    guard = judged.guard
    if (judged.alarm) times.push(after(minutes))
  }
  return times.slice(before.length).map((time) => (time.getTime() - after(0).getTime()) / 60_000)
}

const out = going(21, 60, 1_000, 1_000)
const back = (from: number) => going(from, from + 39, 40_000, -1_000)

describe('a ride that its owner announced', () => {
  test.each<[string, Moment[]]>([
    ['goes on after a coffee', [...out, ...standing(61, 75, 40_000), ...back(76)]],
    ['goes on after lunch', [...out, ...standing(61, 115, 40_000), ...back(116)]],
    ['goes on where its tracker slept over lunch', [...out, ...standing(61, 72, 40_000), ...back(117)]],
    ['goes on after three quarters of an hour without a network', [...out, ...going(105, 130, 80_000, 500)]],
    ['has an hour to begin', [...standing(21, 77, 3), ...going(78, 130, 1_000, 1_000)]],
  ])('%s', (_name, fixes) => expect(alarmsOf(announced(0), fixes)).toEqual([]))

  test.each<[string, Guard, Moment[], Moment[]]>([
    ['parked at home for ten minutes', announced(40_000), [...out, ...standing(61, 73, 40_000)], [[40_500, 74]]],
    ['parked elsewhere for an hour', announced(0), [...out, ...standing(61, 122, 40_000)], [[40_500, 123]]],
    ['silent for more than an hour', announced(0), out, [[40_700, 125]]],
    ['not set off within an hour', announced(0), standing(21, 79, 3), [[500, 81]]],
  ])('is over once the vehicle is %s', (_name, start, ride, then) => {
    const [[metres, minutes] = [0, 0]] = then
    const stolen = going(minutes, minutes + 5, metres, 700)
    expect(alarmsOf(start, [...ride, ...stolen])).toHaveLength(1)
  })

  test('is not over at home where it did not begin to move: errors of measuring are no ride', () => {
    const drift = standing(21, 50, 0).map(([, minutes]): Moment => [(minutes % 5) * 9, minutes])
    expect(alarmsOf(announced(0), [...drift, ...going(51, 55, 1_000, 1_000)])).toEqual([])
  })

  test('ends after a day in any case', () => {
    const guard = announced(0)
    const moving = {
      ...guard,
      lastFixAt: after(20 + dayMinutes),
      pause: guard.pause && { ...guard.pause, moved: true },
    }
    expect(pauseAt(moving, after(19 + dayMinutes))).not.toBeNull()
    expect(pauseAt(moving, after(20 + dayMinutes))).toBeNull()
  })

  test('began before it was announced, if the vehicle was on its way', () => {
    const stolen = guardAfter(alarmed, going(2, 4, 1_000, 1_000))
    const answered = resting(stolen, { wish: 'RIDE', homes: [homeAt(9_000)] }, after(5))
    const arrived = guardAfter(answered, [...going(6, 10, 4_000, 1_000), ...standing(11, 24, 9_000)])
    expect(pauseAt(arrived, after(24))).toBeNull()
  })

  test('began when it was announced, if the vehicle had just arrived', () => {
    const arrived = guardAfter(alarmed, [...going(2, 4, 1_000, 1_000), ...standing(5, 8, 4_000)])
    const answered = resting(arrived, { wish: 'RIDE', homes: [homeAt(4_000)] }, after(9))
    expect(pauseAt(guardAfter(answered, standing(10, 40, 4_000)), after(40))).not.toBeNull()
  })
})

describe('the backlog of a ride arrives at once after a dead spot', () => {
  /** Judges the fixes of a batch as the watch does: all but the newest are only followed. */
  const judgeBatch = (guard: Guard, moments: readonly Moment[]) => {
    const newest = moments.at(-1) ?? [0, 0]
    const earlier = moments.slice(0, -1).map((moment) => fix(...moment))
    const followed = followEarlier(guard, earlier, after(newest[1]))
    return judgeFix('THEFT', followed, [], fix(...newest), after(newest[1]))
  }
  const underway = guardAfter(announced(0), going(21, 30, 1_000, 1_000))

  test.each<[string, Guard, Moment[], string | true]>([
    ['goes on, for the buffer shows the ride', underway, going(31, 95, 11_000, 1_000), 'PAUSED'],
    ['goes on, though a part of the buffer was sent before', underway, going(25, 95, 5_000, 1_000), 'PAUSED'],
    ['began, though nobody saw it set off in time', announced(0), going(25, 105, 1_000, 1_000), 'PAUSED'],
    [
      'ends where it was parked and set off again',
      underway,
      [...standing(31, 95, 10_000), ...going(96, 97, 11_000, 1_000)],
      true,
    ],
    ['ends where nothing was recorded for long', underway, going(95, 97, 45_000, 1_000), true],
  ])('%s', (_name, guard, moments, expected) => {
    const judged = judgeBatch(guard, moments)
    expect(judged.alarm || judged.why).toBe(expected)
  })

  test('and in a pause of fixed length shows where the vehicle is, and leaves the pause as it is', () => {
    const fixes = going(31, 35, 1_000, 1_000).map((moment) => fix(...moment))
    const guard = resting(alarmed, { wish: 'SHORT' }, after(20))
    const followed = followEarlier(guard, fixes, after(35))
    expect(followed.pause).toEqual(guard.pause)
    expect(followed).toMatchObject({ anchor: fixes.at(-1), lastFixAt: after(35) })
  })
})

test.each([
  ['at home after ten minutes', announced(10_000), 9, 10],
  ['elsewhere after an hour', announced(0), 59, 60],
])(
  'a vehicle that fell silent on its ride is guarded again, though no fix says so: %s',
  (_name, start, before, then) => {
    const riding = guardAfter(start, going(21, 30, 1_000, 1_000))
    expect(pauseAt(riding, after(30 + before))).not.toBeNull()
    expect(pauseAt(riding, after(30 + then))).toBeNull()
    expect(judgeSignal('THEFT', riding, given('TOW'), [], after(31 + then))).toEqual({ alarm: true })
  },
)

describe('an owner who rides on after a long stop', () => {
  const stopped = [...out, ...standing(61, 180, 40_000)]
  const onward = going(181, 260, 41_000, 1_000)

  test('is asked once, not every quarter of an hour', () => {
    expect(alarmsOf(announced(0), [...stopped, ...onward])).toEqual([181])
  })

  test('is asked again after the next stop', () => {
    const next = [...standing(261, 300, 120_000), ...going(301, 380, 121_000, 1_000)]
    expect(alarmsOf(announced(0), [...stopped, ...onward, ...next])).toEqual([181, 301])
  })

  test('is asked again where its tracker slept for hours, though nobody saw it park', () => {
    const slept = going(400, 430, 130_000, 1_000)
    expect(alarmsOf(announced(0), [...stopped, ...onward, ...slept])).toEqual([181, 400])
  })

  test('is not asked again for coming past the place where the ride began', () => {
    const past: Moment[] = [...going(181, 183, 41_000, 1_000), ...going(184, 186, 42_000, -1_000)]
    const here: Moment[] = [
      [40_005, 187],
      [40_002, 188],
    ]
    expect(alarmsOf(announced(0), [...stopped, ...past, ...here, ...going(189, 230, 39_000, -1_000)])).toEqual([181])
  })

  test('is asked like everybody once the last ride is hours ago', () => {
    const night = standing(181, 600, 40_000)
    const stolen = going(601, 660, 41_000, 1_000)
    expect(alarmsOf(announced(0), [...stopped, ...night, ...stolen]).length).toBeGreaterThan(3)
  })

  test('is asked like everybody after switching the alarm on by hand', () => {
    const armed = withoutPause(guardAfter(announced(0), stopped), after(180))
    expect(alarmsOf(armed, onward).length).toBeGreaterThan(3)
  })

  test('is asked like everybody where the last ride was noted when our clock was a month ahead', () => {
    const guard = { ...guardAfter(announced(0), stopped), onwardSince: after(30 * dayMinutes) }
    expect(alarmsOf(guard, onward).length).toBeGreaterThan(3)
  })

  test('hears of no knocks on the way, but of all else', () => {
    const guard = guardAfter(announced(0), [...stopped, ...onward.slice(0, 10)])
    expect(judgeSignal('THEFT', guard, given('VIBRATION'), [], after(191))).toEqual({ alarm: false, why: 'ASKED' })
    expect(judgeSignal('THEFT', guard, given('TAMPER'), [], after(191))).toEqual({ alarm: true })
  })
})
