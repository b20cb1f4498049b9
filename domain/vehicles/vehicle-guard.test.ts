import { describe, expect, it } from 'vitest'
import type { AlarmKind } from '#contract/alarms.ts'
import { minuteMs } from '#contract/time-units.ts'
import { type Guard, newGuard } from '#domain/alarms/guard.ts'
import { resting, withoutPause } from '#domain/alarms/pauses.ts'
import type { TrackingGrounds } from '#domain/tracking/tracking.ts'
import { guardOf, isOwnMovement, suspicionOf } from './vehicle-guard.ts'

const start = Date.parse('2026-11-21T12:00:00Z')
const at = (minutes: number) => new Date(start + minutes * minuteMs)
const grounds: TrackingGrounds = { enabled: true, mode: 'THEFT', consentGiven: true, licensed: true }
const guard = newGuard(at(0))

describe('the guard of a vehicle', () => {
  it.each<[string, Partial<TrackingGrounds>, Guard | null, object]>([
    ['is armed', {}, guard, { kind: 'ARMED' }],
    ['of the demo world is armed', { mode: 'BOTH' }, null, { kind: 'ARMED' }],
    [
      'is paused for the ride',
      {},
      resting(guard, { wish: 'RIDE', homes: [] }, at(5)),
      { kind: 'PAUSED', pause: 'RIDE' },
    ],
    [
      'is paused until an hour has passed',
      {},
      resting(guard, { wish: 'SHORT' }, at(5)),
      { kind: 'PAUSED', pause: 'TIMED', until: at(65).toISOString() },
    ],
    ['is armed again after it', {}, resting(guard, { wish: 'SHORT' }, at(-60)), { kind: 'ARMED' }],
    ['is off while tracking is', { enabled: false }, null, { kind: 'OFF', why: 'NOT_TRACKED' }],
    ['is off without consent', { consentGiven: false }, guard, { kind: 'OFF', why: 'NOT_TRACKED' }],
    ['is off for want of a licence', { licensed: false }, guard, { kind: 'OFF', why: 'NO_LICENCE' }],
    ['is off in a mode without alarms', { mode: 'MOVEMENT' }, null, { kind: 'OFF', why: 'MODE' }],
  ])('%s', (_name, differing, known, expected) =>
    expect(guardOf({ grounds: { ...grounds, ...differing }, guard: known, isBlind: false }, at(10))).toMatchObject(
      expected,
    ),
  )

  it('sees nothing while no position can be used', () => {
    expect(guardOf({ grounds, guard, isBlind: true }, at(10))).toEqual({ kind: 'OFF', why: 'BLIND' })
  })
})

describe('suspicion', () => {
  const alarm = (kind: AlarmKind, minutes: number) => ({
    kind,
    detectedAt: at(minutes).toISOString(),
    acknowledgedAt: null,
  })
  const moved = alarm('MOVEMENT', 30)
  const stated = (state: 'PARKED' | 'STOLEN', minutes: number) => ({ state, since: at(minutes), setAt: at(minutes) })

  it.each([
    ['rises with a movement', guard, [], [alarm('FIRST', 1), moved, alarm('MOVEMENT', 50)], moved],
    ['rises where no guard is kept', null, [], [moved], moved],
    ['does not rise with a test', guard, [], [alarm('TEST', 30)], null],
    ['is over once the owner rides', resting(guard, { wish: 'RIDE', homes: [] }, at(40)), [], [moved], null],
    ['does not come back when the pause is over', resting(guard, { wish: 'SHORT' }, at(35)), [], [moved], null],
    ['is over once the owner has ended a pause', withoutPause(guard, at(45)), [], [moved], null],
    ['rises again with what happens after it', withoutPause(guard, at(20)), [], [moved], moved],
    ['is over once the guard was switched on anew', newGuard(at(40)), [], [moved], null],
    ['is over once the owner says that all is well', guard, [stated('PARKED', 40)], [moved], null],
    ['is over once the owner says that it is stolen', guard, [stated('STOLEN', 40)], [moved], null],
  ])('%s', (_name, known, changes, alarms, expected) =>
    expect(suspicionOf(known, changes, alarms, at(200))).toEqual(expected),
  )

  it('is over after a day', () => {
    expect(suspicionOf(guard, [], [moved], at(30 + 24 * 60 + 1))).toBeNull()
  })
})

describe('a movement is its owner’s', () => {
  it.each<[string, Guard | null, boolean]>([
    ['not without a pause', guard, false],
    ['not where no guard is kept', null, false],
    ['if alarms are paused', resting(guard, { wish: 'LONG' }, at(20)), true],
    ['if alarms were paused until after it', withoutPause(guard, at(45)), true],
    ['not if the pause was over before', withoutPause(guard, at(20)), false],
  ])('%s', (_name, known, expected) => expect(isOwnMovement(known, at(30), at(60))).toBe(expected))
})
