import { describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { unknownHealth } from '#domain/devices/device-health.ts'
import { type Guard, sharpnessOf } from './guard.ts'
import { newSignals } from './new-signals.ts'
import { startPause } from './pauses.ts'
import { isKnocked, judgeSignal } from './signal-alarms.ts'
import { after, alarmed, fix, given, longParked } from './testing/guarded-vehicle.ts'
import { signalOf, type TrackerSignal } from './tracker-signals.ts'

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
    ['sos', 'SOS'],
    ['fallDown', 'FALL'],
    ['fall', 'FALL'],
    ['accident', 'ACCIDENT'],
    ['overspeed', null],
    ['constructor', null],
    ['', null],
    [null, null],
  ])('as %s means %s', (word, signal) => {
    expect(signalOf(word)).toBe(signal)
  })

  const now = after(600)
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  test.each([
    ['at once', 'THEFT', alarmed, [], true],
    ['not while rides are recorded only', 'MOVEMENT', alarmed, [], 'NOT_GUARDED'],
    ['not during a pause', 'BOTH', { ...alarmed, pause: startPause({ wish: 'SHORT' }, ago(5)) }, [], 'PAUSED'],
    ['not again within 5 minutes', 'THEFT', alarmed, [ago(4)], 'TOO_SOON'],
    ['again after 5 minutes', 'THEFT', alarmed, [ago(5)], true],
    ['20 times a day', 'THEFT', alarmed, Array.from({ length: 20 }, (_, index) => ago(6 + index)), 'DAY_LIMIT'],
  ] as const)('is notified %s', (_name, mode, guard, times, expected) => {
    const judged = judgeSignal(mode, guard, given('POWER_CUT'), times, now)
    expect(judged.alarm ? true : judged.why).toBe(expected)
  })

  test.each([
    ['at once', [], true],
    ['not again within 15 minutes', [ago(14)], 'TOO_SOON'],
    ['again after 15 minutes', [ago(15)], true],
    ['20 times a day', Array.from({ length: 20 }, (_, index) => ago(15 * (1 + index))), 'DAY_LIMIT'],
  ] as const)('as a vibration is notified %s, no more often than movement', (_name, times, expected) => {
    const judged = judgeSignal('THEFT', alarmed, given('VIBRATION'), times, now)
    expect(judged.alarm ? true : judged.why).toBe(expected)
  })

  test('is notified as a vibration where the owner wishes for a quieter alarm only outside of it and its times', () => {
    const zone = { ...fix(0, 0), radiusMetres: 100, sharpness: 'QUIETER' as const, schedule: null }
    const why = (guard: Guard, signal: TrackerSignal = 'VIBRATION') => {
      const judged = judgeSignal('THEFT', guard, given(signal), [], now)
      return judged.alarm ? true : judged.why
    }
    expect(why({ ...alarmed, zones: [zone] })).toBe('QUIET_ZONE')
    expect(why({ ...alarmed, zones: [zone] }, 'TOW')).toBe(true)
    expect(why({ ...alarmed, zones: [{ ...zone, latitude: zone.latitude + 1 }] })).toBe(true)
  })

  test.each([
    ['as its tracker begins to tell it', {}, {}, 60, true],
    ['not while it goes on telling it', { stirred: { fixes: 1, until: after(59) } }, {}, 60, false],
    ['not by a fix that says nothing', {}, { isStirred: false }, 60, false],
    ['not by a fix from before', {}, {}, 0.5, false],
  ] as const)('is knocked where a sharper alarm is wished for, %s', (_when, known, said, minutes, expected) => {
    const zone = { ...fix(0, 0), radiusMetres: 100, sharpness: 'SHARPER' as const, schedule: null }
    const guard = { ...alarmed, parked: { ...longParked, ...known } }
    const seen = { ...fix(0, minutes), isStirred: true, ...said }
    expect(isKnocked({ ...guard, zones: [zone] }, seen, after(60))).toBe(expected)
    expect(isKnocked(guard, seen, after(60))).toBe(false)
  })

  test('is as sharp outside the vehicle’s season as in a sharper zone, whatever zones say, and as usual within it', () => {
    const quieter = { ...fix(0, 0), radiusMetres: 100, sharpness: 'QUIETER' as const, schedule: null }
    const month = after(60).getUTCMonth() + 1
    const [isOut, isIn] = [
      { fromMonth: (month % 12) + 1, toMonth: ((month + 1) % 12) + 1 },
      { fromMonth: month, toMonth: (month % 12) + 1 },
    ]
    const guard = { ...alarmed, parked: longParked }
    const knock = { ...fix(0, 60), isStirred: true }
    expect(isKnocked({ ...guard, season: isOut, zones: [quieter] }, knock, after(60))).toBe(true)
    expect(isKnocked({ ...guard, season: isIn }, knock, after(60))).toBe(false)
    expect(sharpnessOf({ ...guard, season: isIn, zones: [quieter] }, after(60))).toBe('QUIETER')
  })

  test.each([
    ['after the pause in which it was measured', { restedUntil: ago(10) }, 11, 'PAUSED'],
    ['measured after the pause', { restedUntil: ago(10) }, 9, true],
    ['measured in a pause that the clock has ended', { pause: startPause({ wish: 'SHORT' }, ago(70)) }, 11, 'PAUSED'],
    ['measured after the clock has ended it', { pause: startPause({ wish: 'SHORT' }, ago(70)) }, 9, true],
    [
      'measured while the ride was awaited that never began',
      { pause: startPause({ wish: 'RIDE', homes: [] }, ago(70)) },
      11,
      'PAUSED',
    ],
  ] as const)('is notified %s or not', (_name, rest, minutesAgo, expected) => {
    const judged = judgeSignal('THEFT', { ...alarmed, ...rest }, given('TOW', ago(minutesAgo)), [], now)
    expect(judged.alarm ? true : judged.why).toBe(expected)
  })

  test('that comes late is notified once an hour', () => {
    const late = { ...given('TOW', ago(300)), isLate: true }
    expect(judgeSignal('THEFT', alarmed, late, [ago(59)], now)).toEqual({ alarm: false, why: 'TOO_SOON' })
    expect(judgeSignal('THEFT', alarmed, late, [ago(60)], now)).toEqual({ alarm: true })
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
    ['a state that an event reported before', ['TOW'], null, ['TOW'], [], ['TOW']],
    ['an event while a state lasts', ['POWER_CUT'], 'TOW', null, ['TOW'], ['TOW', 'POWER_CUT']],
    ['nothing', ['POWER_CUT'], null, null, [], ['POWER_CUT']],
  ] as const)('as %s is new if it has just begun', (_name, holding, event, states, signals, holdingNow) => {
    const guard = { ...alarmed, holding }
    const found = newSignals(guard, { event, states, supply: { health: unknownHealth, isWired: false } })
    expect(found).toEqual({ signals, guard: { ...guard, holding: holdingNow } })
    // Storing the same value again would cost a write for every frame.
    if (holdingNow.join() === holding.join()) expect(found.guard).toBe(guard)
  })
})

describe('external power', () => {
  const power = (external: boolean, since: Date | null) => ({ external, since, at: after(60) })

  test.each([
    ['that falls is a power cut', [], power(false, after(60)), null, ['POWER_CUT'], ['POWER_CUT']],
    ['that fell lasts as one', ['POWER_CUT'], power(false, after(60)), null, [], ['POWER_CUT']],
    ['that fell lasts if other states are reported', ['POWER_CUT'], power(false, after(60)), [], [], ['POWER_CUT']],
    ['that comes back ends it', ['POWER_CUT'], power(true, after(60)), null, [], []],
    ['that is said to be cut all the same is', [], power(true, null), ['POWER_CUT'], ['POWER_CUT'], ['POWER_CUT']],
  ] as const)('%s', (_name, holding, known, states, signals, holdingNow) => {
    const health = { battery: null, power: known }
    const found = newSignals({ ...alarmed, holding }, { event: null, states, supply: { health, isWired: true } })
    expect(found).toEqual({ signals, guard: { ...alarmed, holding: holdingNow } })
  })

  test.each([
    ['that was never there is none', power(false, null), []],
    ['that fell before the guard was switched on is none', power(false, after(-1)), []],
    ['that was there before, and fell after it was switched on, is a power cut', power(false, after(1)), ['POWER_CUT']],
  ] as const)('first heard of, %s', (_name, known, signals) => {
    const guard = { ...alarmed, known: [] }
    const supply = { health: { battery: null, power: known }, isWired: true }
    const found = newSignals(guard, { event: null, states: null, supply })
    expect(found).toEqual({ signals, guard: { ...guard, holding: ['POWER_CUT'], known: ['POWER_CUT'] } })
  })
})

describe('a battery', () => {
  const level = (percent: number, minutes = 60) => ({ percent, volts: null, at: after(minutes) })
  const power = (external: boolean, minutes = 60) => ({ external, since: null, at: after(minutes) })
  const empty: readonly TrackerSignal[] = []
  const low: readonly TrackerSignal[] = ['LOW_BATTERY']

  test.each([
    ['nearly empty is notified', empty, level(19), null, null, true],
    ['nearly empty is notified without external power', empty, level(19), power(false), null, true],
    ['nearly empty is not notified while it is charging', empty, level(19), power(true), null, false],
    [
      'nearly empty is notified if only an older report mentioned its cable',
      empty,
      level(19),
      power(true, 59),
      null,
      true,
    ],
    ['at 20 % is not notified', empty, level(20), null, null, false],
    ['of unknown level is notified if its tracker signals it', empty, null, null, 'LOW_BATTERY', true],
    ['at 33 % is notified if its tracker signals it', empty, level(33), null, 'LOW_BATTERY', true],
    [
      'is not notified while it is charging, even if its tracker signals it',
      empty,
      level(33),
      power(true),
      'LOW_BATTERY',
      false,
    ],
    ['charged well is not notified even if its tracker signals it', empty, level(40), null, 'LOW_BATTERY', false],
  ] as const)('%s', (_name, holding, battery, known, event, isNews) => {
    const found = newSignals(
      { ...alarmed, holding },
      { event, states: null, supply: { health: { battery, power: known }, isWired: false } },
    )
    expect(found.signals).toEqual(isNews ? low : [])
  })

  test.each([
    ['still', level(10), null, null, low],
    ['by a word that is repeated', level(10), null, 'LOW_BATTERY', low],
    ['while it is charged, until it is well', level(39), power(true), null, low],
    ['no more once it is charged well', level(40), power(true), null, []],
  ] as const)('that was nearly empty is so %s, which is not new', (_name, battery, known, event, holding) => {
    const guard = { ...alarmed, holding: low }
    const found = newSignals(guard, { event, states: [], supply: { health: { battery, power: known }, isWired: true } })
    expect(found).toEqual({ signals: [], guard: { ...guard, holding } })
  })
})
