import { describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  alarmsOfDay,
  type Guard,
  isToldLater,
  judgeFix,
  judgeSignal,
  judgeUntold,
  followRide,
  newGuard,
  newSignals,
  pauseAt,
  resting,
  type Sighting,
  signalOf,
  silencePatienceMs,
  silentBefore,
  startPause,
  type TrackerSignal,
} from './alarms.ts'
import { unknownHealth } from './device-health.ts'
import { destination } from './geo.ts'

const minuteMs = 60_000
const home = { latitude: 49.0069, longitude: 8.4037 }
const enabledAt = new Date('2026-06-01T08:00:00.000Z')
const after = (minutes: number) => new Date(enabledAt.getTime() + minutes * minuteMs)

/** A fix so many metres east of home, so many minutes after the guard was switched on. */
function fix(metres: number, minutes: number, accuracy: number | null = 10): Sighting {
  return { ...destination(home, metres, 90), accuracy, recordedAt: after(minutes) }
}

const told: Guard = { ...newGuard(enabledAt), anchor: fix(0, 1), lastFixAt: after(1) }
/** By a tracker that never tells how exact it is. */
const vaguelyTold: Guard = { ...told, anchor: fix(0, 1, null) }

test.each([
  ['last fix', { ...told, lastFixAt: after(360) }],
  ['beginning', { ...told, enabledAt: after(360) }],
])('what was written while the clock was ahead (%s) hides no movement', (_name, guard) => {
  expect(judgeFix('THEFT', guard, [after(-60), after(360)], fix(500, 20), after(20))).toMatchObject({ alarm: true })
})

describe('a fix', () => {
  test.each([
    ['the first after enabling', 'THEFT', newGuard(enabledAt), [], fix(0, 1), 'first'],
    ['the first in the mode for both', 'BOTH', newGuard(enabledAt), [], fix(0, 1), 'first'],
    ['in the mode for rides', 'MOVEMENT', newGuard(enabledAt), [], fix(0, 1), 'NOT_GUARDED'],
    ['while nothing is recorded', null, newGuard(enabledAt), [], fix(0, 1), 'NOT_GUARDED'],
    ['measured before enabling', 'THEFT', newGuard(enabledAt), [], fix(0, -1), 'BACKLOG'],
    ['at the very moment of enabling', 'THEFT', newGuard(enabledAt), [], fix(0, 0), 'first'],
    ['older than the last one', 'THEFT', told, [after(1)], fix(5000, 0.5), 'OUT_OF_ORDER'],
    ['of the same time as the last one', 'THEFT', told, [after(1)], fix(5000, 1), 'OUT_OF_ORDER'],
    ['15 m away, both exact to 10 m', 'THEFT', told, [after(1)], fix(15, 60), 'DRIFT'],
    ['24 m away, both exact to 5 m', 'THEFT', { ...told, anchor: fix(0, 1, 5) }, [after(1)], fix(24, 60, 5), 'DRIFT'],
    ['26 m away, both exact to 5 m', 'THEFT', { ...told, anchor: fix(0, 1, 5) }, [after(1)], fix(26, 60, 5), 'moved'],
    ['69 m away, exact to 10 and 60 m', 'THEFT', told, [after(1)], fix(69, 60, 60), 'DRIFT'],
    ['71 m away, exact to 10 and 60 m', 'THEFT', told, [after(1)], fix(71, 60, 60), 'moved'],
    ['59 m away, of unknown accuracy', 'THEFT', told, [after(1)], fix(59, 60, null), 'DRIFT'],
    ['61 m away, of unknown accuracy', 'THEFT', told, [after(1)], fix(61, 60, null), 'moved'],
    ['99 m away, both of unknown accuracy', 'THEFT', vaguelyTold, [after(1)], fix(99, 60, null), 'DRIFT'],
    ['101 m away, both of unknown accuracy', 'THEFT', vaguelyTold, [after(1)], fix(101, 60, null), 'moved'],
    ['14 minutes 59 after a letter', 'THEFT', told, [after(1)], fix(500, 15.98), 'TOO_SOON'],
    ['15 minutes after a letter', 'THEFT', told, [after(1)], fix(500, 16), 'moved'],
    ['after its place was deleted', 'THEFT', { ...told, anchor: null }, [after(1)], fix(0, 60), 'PLACE_FORGOTTEN'],
    ['the first, but soon after a letter', 'THEFT', newGuard(enabledAt), [after(-5)], fix(0, 1), 'TOO_SOON'],
  ] as const)('%s (%s)', (_name, mode, guard, times, seen, expected) => {
    const judged = judgeFix(mode, guard, times, seen, seen.recordedAt)
    expect(judged.alarm ? (judged.first ? 'first' : 'moved') : judged.why).toBe(expected)
  })

  test('after its place was deleted is what the next fix is measured from', () => {
    const { guard } = judgeFix('THEFT', { ...told, anchor: null }, [after(1)], fix(900, 60), after(60))
    expect(judgeFix('THEFT', guard, [after(1)], fix(905, 61), after(61))).toMatchObject({ why: 'DRIFT' })
    expect(judgeFix('THEFT', guard, [after(1)], fix(1500, 62), after(62))).toMatchObject({ alarm: true, first: false })
  })

  test('that moved too soon is told as soon as a letter may go out, though it stands still then', () => {
    const soon = judgeFix('THEFT', told, [after(1)], fix(500, 5), after(5))
    expect(judgeFix('THEFT', soon.guard, [after(1)], fix(500, 16), after(16))).toMatchObject({ alarm: true })
  })

  describe('that came too soon', () => {
    const moved = fix(500, 5)
    const soon = judgeFix('THEFT', told, [after(1)], moved, after(5)).guard
    const untold = (guard: Guard, now: Date) => judgeUntold(guard, [after(1)], moved, now)

    test('is told though no further one comes, once, fifteen minutes after the letter', () => {
      expect(untold(soon, after(15.98))).toBeNull()
      const raised = untold(soon, after(16))
      expect(raised).toMatchObject({ first: false, numberToday: 2, guard: { anchor: moved, lastFixAt: after(5) } })
      expect(raised && untold(raised.guard, after(31))).toBeNull()
    })

    test('is told though a rough fix came after it, which only does not contradict', () => {
      const { guard, ...judged } = judgeFix('THEFT', soon, [after(1)], fix(2200, 7, 2500), after(7))
      expect(judged).toEqual({ alarm: false, why: 'DRIFT' })
      expect(untold(guard, after(16))).toMatchObject({ alarm: true, guard: { anchor: moved, lastFixAt: after(7) } })
    })

    test('is told as the first where no other was', () => {
      const { guard } = judgeFix('THEFT', newGuard(enabledAt), [after(-5)], fix(0, 1), after(1))
      expect(judgeUntold(guard, [after(-5)], fix(0, 1), after(10))).toMatchObject({ first: true })
    })

    test('is told on the next day, where the letters of its own were used up', () => {
      const all = Array.from({ length: 20 }, (_, index) => after(1 + index * 15))
      const { guard } = judgeFix('THEFT', told, all, fix(500, 400), after(400))
      const tell = (now: string) => judgeUntold(guard, all, fix(500, 400), new Date(now))
      expect(tell('2026-06-01T21:59:00Z')).toBeNull()
      expect(tell('2026-06-01T22:00:00Z')).toMatchObject({ numberToday: 1 })
    })

    test.each([
      ['the vehicle was back before', judgeFix('THEFT', soon, [after(1)], fix(0, 8), after(8)).guard],
      ['its owner began a pause that is over', { ...soon, pause: startPause('SHORT', after(-60)) }],
      ['its owner began a pause and ended it', { ...resting(soon, 'SHORT', after(6)), pause: null }],
      [
        'it was seen during a pause',
        judgeFix('THEFT', { ...soon, pause: startPause('RIDE', after(6)) }, [], fix(900, 7), after(7)).guard,
      ],
    ])('is not told where %s', (_name, guard) => {
      expect(untold(guard, after(20))).toBeNull()
    })
  })

  test('creeping away in small steps is told when the steps together leave the place of the last alarm', () => {
    let guard: Guard = told
    const alarms = []
    for (let step = 1; step <= 8; step += 1) {
      const judged = judgeFix('THEFT', guard, [], fix(step * 6, 20 + step), after(20 + step))
      guard = judged.guard
      if (judged.alarm) alarms.push(step * 6)
    }
    expect(alarms).toEqual([30])
  })

  test('that is rough does not hide later movement: an exact one of the same place takes its place', () => {
    const rough = { ...told, anchor: fix(0, 1, 2000) }
    const refined = judgeFix('THEFT', rough, [], fix(300, 20, 10), after(20))
    expect(refined).toMatchObject({ alarm: false, why: 'DRIFT' })
    expect(judgeFix('THEFT', refined.guard, [], fix(400, 21, 10), after(21)).alarm).toBe(true)
  })
})

describe('a day', () => {
  const times = (start: string, count: number) =>
    Array.from({ length: count }, (_, index) => new Date(Date.parse(start) + index * 15 * minuteMs))
  const judgeAt = (now: string, alarmTimes: readonly Date[]) => {
    const at = new Date(now)
    const guard = { ...newGuard(new Date('2026-01-01T00:00:00Z')), anchor: fix(0, 0) }
    return judgeFix('THEFT', guard, alarmTimes, { ...fix(900, 0), recordedAt: at }, at)
  }

  test.each([
    ['nineteen before', 19, { alarm: true, numberToday: 20, isLastToday: true }],
    ['eighteen before', 18, { alarm: true, numberToday: 19, isLastToday: false }],
    ['twenty before', 20, { alarm: false, why: 'DAY_LIMIT' }],
  ])('has twenty letters: with %s', (_name, count, expected) => {
    expect(judgeAt('2026-06-01T12:00:00Z', times('2026-06-01T02:00:00Z', count))).toMatchObject(expected)
  })

  // 25 October 2026 has 25 hours in Germany, 29 March 2026 has 23.
  test.each([
    ['the long day in October ends at 23:00 UTC', '2026-10-24T22:00:00Z', '2026-10-25T22:59:00Z', 'DAY_LIMIT'],
    ['after it a new one begins', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 1],
    ['the short day in March ends at 22:00 UTC', '2026-03-28T23:00:00Z', '2026-03-29T21:59:00Z', 'DAY_LIMIT'],
    ['after it a new one begins, too', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 1],
    ['the evening before March does not count', '2026-03-28T18:00:00Z', '2026-03-28T23:00:00Z', 1],
  ])('%s', (_name, first, now, expected) => {
    const judged = judgeAt(now, times(first, 20))
    expect(judged.alarm ? judged.numberToday : judged.why).toBe(expected)
  })

  test('counts by the clocks in Germany', () => {
    const both = ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z'].map((at) => new Date(at))
    expect(alarmsOfDay(both, new Date('2026-03-29T12:00:00Z'))).toBe(1)
  })
})

describe('a pause', () => {
  const paused = (wish: 'SHORT' | 'LONG' | 'RIDE', minutes: number): Guard => ({
    ...told,
    pause: startPause(wish, after(minutes)),
  })
  /** Judges fixes one after the other, [metres, minutes] each; gives where an alarm was raised. */
  const follow = (start: Guard, fixes: readonly (readonly [number, number])[]) => {
    let guard = start
    return fixes.flatMap(([metres, minutes]) => {
      const judged = judgeFix('THEFT', guard, [after(1)], fix(metres, minutes), after(minutes))
      guard = judged.guard
      return judged.alarm ? [minutes] : []
    })
  }

  test.each([
    ['SHORT', 60],
    ['LONG', 480],
  ] as const)('%s lasts %i minutes, and afterwards only new movement counts', (wish, minutes) => {
    const guard = paused(wish, 20)
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

  test('for a ride lasts while the vehicle moves, through short stops, and ends when it is parked', () => {
    const ride = [2, 4, 6, 8, 10, 12].map((minutes) => [minutes * 1000, 20 + minutes] as const)
    const stop = [34, 37, 40].map((minutes) => [12_000, minutes] as const)
    const further = [42, 50].map((minutes) => [minutes * 1000, minutes] as const)
    const parked = [55, 59, 61].map((minutes) => [50_000, minutes] as const)
    expect(follow(paused('RIDE', 20), [...ride, ...stop, ...further, ...parked])).toEqual([])
    expect(follow(paused('RIDE', 20), [...ride, ...stop, ...further, ...parked, [50_100, 63]])).toEqual([63])
  })

  test('for a ride ends where the tracker fell silent for long', () => {
    expect(
      follow(paused('RIDE', 20), [
        [3000, 25],
        [6000, 30],
        [9000, 90],
      ]),
    ).toEqual([90])
  })

  describe('for a ride whose buffer arrives at once after a dead spot', () => {
    type Moment = readonly [metres: number, minutes: number]
    const riding = (minutes: number): Moment => [minutes * 1000, minutes]
    const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
    /** Judges the fixes of a batch as the watch does: all but the newest are only followed. */
    const judgeBatch = (guard: Guard, earlier: readonly Moment[], newest: Moment) => {
      const followed = followRide(
        guard,
        earlier.map((moment) => fix(...moment)),
        after(newest[1]),
      )
      return judgeFix('THEFT', followed, [after(1)], fix(...newest), after(newest[1]))
    }
    const underway = from(21, 30)
      .map((minutes) => fix(...riding(minutes)))
      .reduce((guard, seen) => judgeFix('THEFT', guard, [], seen, seen.recordedAt).guard, paused('RIDE', 20))

    test.each([
      ['goes on, for the buffer shows the ride', underway, from(31, 42).map(riding), 43, 'PAUSED'],
      ['goes on, though a part of the buffer was sent before', underway, from(25, 42).map(riding), 43, 'PAUSED'],
      ['began, though nobody saw it set off in time', paused('RIDE', 20), from(25, 84).map(riding), 85, 'PAUSED'],
      [
        'ends where it was parked and set off again',
        underway,
        from(31, 45).map((at): Moment => [30_000, at]),
        46,
        true,
      ],
      ['ends where nothing was recorded for long', underway, [riding(45)], 46, true],
    ] as const)('%s', (_name, guard, earlier, newest, expected) => {
      const judged = judgeBatch(guard, earlier, riding(newest))
      expect(judged.alarm || judged.why).toBe(expected)
    })

    test('follows nothing where no ride is paused for', () => {
      const fixes = from(31, 35).map((minutes) => fix(...riding(minutes)))
      for (const guard of [told, paused('SHORT', 20)]) expect(followRide(guard, fixes, after(35))).toBe(guard)
    })
  })

  test('for a ride waits an hour for the vehicle to set off', () => {
    const standing = [25, 45, 70].map((minutes) => [0, minutes] as const)
    expect(follow(paused('RIDE', 20), [...standing, [3000, 79], [6000, 82]])).toEqual([])
    expect(follow(paused('RIDE', 20), [...standing, [3000, 81]])).toEqual([81])
  })

  test('for a ride ends after a day in any case', () => {
    const guard = paused('RIDE', 0)
    const moving = { ...guard, lastFixAt: after(24 * 60 - 2), pause: guard.pause && { ...guard.pause, moved: true } }
    expect(pauseAt(moving, after(24 * 60 - 1))).not.toBeNull()
    expect(pauseAt(moving, after(24 * 60))).toBeNull()
  })
})

const given = (signal: TrackerSignal, at: Date | null = null) => ({ signal, at, isLate: false })

test('a vehicle that fell silent on its ride is guarded again, though no fix says so', () => {
  const riding = { ...told, lastFixAt: after(30), pause: { ...startPause('RIDE', after(20)), moved: true } }
  expect(pauseAt(riding, after(39))).not.toBeNull()
  expect(pauseAt(riding, after(40))).toBeNull()
  expect(judgeSignal('THEFT', riding, given('TOW'), [], after(41))).toEqual({ alarm: true })
})

describe('what a tracker signals', () => {
  test.each([
    ['tow', 'TOW'],
    ['powerCut', 'POWER_CUT'],
    ['POWER_CUT', 'POWER_CUT'],
    ['tampering', 'TAMPER'],
    ['removing', 'TAMPER'],
    ['jamming', 'JAMMING'],
    ['vibration', 'VIBRATION'],
    ['lowBattery', 'LOW_BATTERY'],
    ['sos', null],
    ['constructor', null],
    ['', null],
    [null, null],
  ])('as %s means %s', (word, signal) => {
    expect(signalOf(word)).toBe(signal)
  })

  const now = after(600)
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  test.each([
    ['at once', 'THEFT', told, [], true],
    ['not while rides are recorded only', 'MOVEMENT', told, [], 'NOT_GUARDED'],
    ['not during a pause', 'BOTH', { ...told, pause: startPause('SHORT', ago(5)) }, [], 'PAUSED'],
    ['not again within 5 minutes', 'THEFT', told, [ago(4)], 'TOO_SOON'],
    ['again after 5 minutes', 'THEFT', told, [ago(5)], true],
    ['20 times a day', 'THEFT', told, Array.from({ length: 20 }, (_, index) => ago(6 + index)), 'DAY_LIMIT'],
  ] as const)('is told %s', (_name, mode, guard, times, expected) => {
    const judged = judgeSignal(mode, guard, given('POWER_CUT'), times, now)
    expect(judged.alarm ? true : judged.why).toBe(expected)
  })

  test.each([
    ['at once', [], true],
    ['not again within 15 minutes', [ago(14)], 'TOO_SOON'],
    ['again after 15 minutes', [ago(15)], true],
    ['20 times a day', Array.from({ length: 20 }, (_, index) => ago(15 * (1 + index))), 'DAY_LIMIT'],
  ] as const)('as a vibration is told %s, no more often than movement', (_name, times, expected) => {
    const judged = judgeSignal('THEFT', told, given('VIBRATION'), times, now)
    expect(judged.alarm ? true : judged.why).toBe(expected)
  })

  test.each([
    ['after the pause in which it was measured', { restedUntil: ago(10) }, 11, 'PAUSED'],
    ['measured after the pause', { restedUntil: ago(10) }, 9, true],
    ['measured in a pause that the clock has ended', { pause: startPause('SHORT', ago(70)) }, 11, 'PAUSED'],
    ['measured after the clock has ended it', { pause: startPause('SHORT', ago(70)) }, 9, true],
    ['measured while the ride was awaited that never began', { pause: startPause('RIDE', ago(70)) }, 11, 'PAUSED'],
  ] as const)('is told %s or not', (_name, rest, minutesAgo, expected) => {
    const judged = judgeSignal('THEFT', { ...told, ...rest }, given('TOW', ago(minutesAgo)), [], now)
    expect(judged.alarm ? true : judged.why).toBe(expected)
  })

  test('that comes late is told once an hour', () => {
    const late = { ...given('TOW', ago(300)), isLate: true }
    expect(judgeSignal('THEFT', told, late, [ago(59)], now)).toEqual({ alarm: false, why: 'TOO_SOON' })
    expect(judgeSignal('THEFT', told, late, [ago(60)], now)).toEqual({ alarm: true })
  })

  test.each([
    ['an event', [], 'TOW', null, ['TOW'], ['TOW']],
    ['an event that happens again', ['TOW'], 'TOW', null, ['TOW'], ['TOW']],
    ['a state that begins', [], null, ['POWER_CUT'], ['POWER_CUT'], ['POWER_CUT']],
    ['a state that lasts', ['POWER_CUT'], null, ['POWER_CUT'], [], ['POWER_CUT']],
    ['a state that ends', ['POWER_CUT'], null, [], [], []],
    [
      'a state that begins while another lasts',
      ['POWER_CUT'],
      null,
      ['POWER_CUT', 'TOW'],
      ['TOW'],
      ['TOW', 'POWER_CUT'],
    ],
    ['a state that takes the place of another', ['POWER_CUT'], null, ['TOW'], ['TOW'], ['TOW']],
    ['a state that an event told of before', ['TOW'], null, ['TOW'], [], ['TOW']],
    ['an event while a state lasts', ['POWER_CUT'], 'TOW', null, ['TOW'], ['TOW', 'POWER_CUT']],
    ['nothing', ['POWER_CUT'], null, null, [], ['POWER_CUT']],
  ] as const)('as %s is news where it is new', (_name, holding, event, states, signals, holdingNow) => {
    const guard = { ...told, holding }
    const heard = newSignals(guard, { event, states, supply: { health: unknownHealth, isWired: false } })
    expect(heard).toEqual({ signals, guard: { ...guard, holding: holdingNow } })
    // Remembering the same once more would cost a write of every frame.
    if (holdingNow.join() === holding.join()) expect(heard.guard).toBe(guard)
  })
})

describe('external power', () => {
  const power = (external: boolean, since: Date | null) => ({ external, since, at: after(60) })

  test.each([
    ['that falls is a power cut', [], power(false, after(60)), null, ['POWER_CUT'], ['POWER_CUT']],
    ['that fell lasts as one', ['POWER_CUT'], power(false, after(60)), null, [], ['POWER_CUT']],
    ['that fell lasts where other states are told', ['POWER_CUT'], power(false, after(60)), [], [], ['POWER_CUT']],
    ['that comes back ends it', ['POWER_CUT'], power(true, after(60)), null, [], []],
    ['that is said to be cut all the same is', [], power(true, null), ['POWER_CUT'], ['POWER_CUT'], ['POWER_CUT']],
    ['that was never there is none', [], power(false, null), null, [], []],
    ['that fell before the guard was switched on is none', [], power(false, after(-1)), [], [], []],
  ] as const)('%s', (_name, holding, known, states, signals, holdingNow) => {
    const health = { battery: null, power: known }
    const heard = newSignals({ ...told, holding }, { event: null, states, supply: { health, isWired: true } })
    expect(heard).toEqual({ signals, guard: { ...told, holding: holdingNow } })
  })
})

describe('a battery', () => {
  const level = (percent: number, minutes = 60) => ({ percent, volts: null, at: after(minutes) })
  const power = (external: boolean, minutes = 60) => ({ external, since: null, at: after(minutes) })
  const empty: readonly TrackerSignal[] = []
  const low: readonly TrackerSignal[] = ['LOW_BATTERY']

  test.each([
    ['nearly empty is told', empty, level(19), null, null, true],
    ['nearly empty is told without power from outside', empty, level(19), power(false), null, true],
    ['nearly empty is not told while it is charged', empty, level(19), power(true), null, false],
    [
      'nearly empty is told where only an older report told of its cable',
      empty,
      level(19),
      power(true, 59),
      null,
      true,
    ],
    ['nearly empty before the guard was switched on is not told', empty, level(19, -1), null, null, false],
    ['at 20 % is not told', empty, level(20), null, null, false],
    ['of which nothing is known is told by the word of its tracker', empty, null, null, 'LOW_BATTERY', true],
    ['at 33 % is told by the word of its tracker', empty, level(33), null, 'LOW_BATTERY', true],
    ['is not told by the word of its tracker while it is charged', empty, level(33), power(true), 'LOW_BATTERY', false],
    ['charged well is not told by the word of its tracker', empty, level(40), null, 'LOW_BATTERY', false],
  ] as const)('%s', (_name, holding, battery, known, event, isNews) => {
    const heard = newSignals(
      { ...told, holding },
      { event, states: null, supply: { health: { battery, power: known }, isWired: false } },
    )
    expect(heard.signals).toEqual(isNews ? low : [])
  })

  test.each([
    ['still', level(10), null, null, low],
    ['by a word that is repeated', level(10), null, 'LOW_BATTERY', low],
    ['while it is charged, until it is well', level(39), power(true), null, low],
    ['no more once it is charged well', level(40), power(true), null, []],
  ] as const)('that was nearly empty is so %s, which is no news', (_name, battery, known, event, holding) => {
    const guard = { ...told, holding: low }
    const heard = newSignals(guard, { event, states: [], supply: { health: { battery, power: known }, isWired: true } })
    expect(heard).toEqual({ signals: [], guard: { ...guard, holding } })
  })

  test('is told after a pause in which it ran low, unlike what happened meanwhile', () => {
    expect(isToldLater('LOW_BATTERY', 'PAUSED')).toBe(true)
    expect(isToldLater('POWER_CUT', 'PAUSED')).toBe(false)
    expect(isToldLater('POWER_CUT', 'TOO_SOON')).toBe(true)
  })
})

test.each([
  ['since long before', 2_000, 180, 360],
  ['for as long as a guarded vehicle is waited for', 180, 180, null],
  ['for a moment less', 179, null, null],
  ['since now', 0, null, null],
])('when the product has listened %s, a silence is believed', (_name, listening, theft, both) => {
  const now = new Date('2026-06-01T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const never = new Date(0)
  expect(silentBefore(minutesAgo(listening), now)).toEqual({
    THEFT: theft === null ? never : minutesAgo(theft),
    BOTH: both === null ? never : minutesAgo(both),
  })
})

test('silence is waited for where a vehicle is guarded, longer where rides are recorded too', () => {
  expect((['THEFT', 'BOTH', 'MOVEMENT', null] as const).map(silencePatienceMs)).toEqual([
    limits.alarms.silentMinutesTheft * minuteMs,
    limits.alarms.silentMinutesBoth * minuteMs,
    null,
    null,
  ])
})
