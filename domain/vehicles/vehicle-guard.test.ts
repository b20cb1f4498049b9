import { describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { type Guard, newGuard } from '#domain/alarms/guard.ts'
import { resting } from '#domain/alarms/pauses.ts'
import type { TrackingGrounds } from '#domain/tracking/tracking.ts'
import { guardOf } from './vehicle-guard.ts'

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
