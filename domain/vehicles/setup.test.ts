import { describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/time-units.ts'
import type { VehicleState } from '#contract/vehicles.ts'
import { nextSetUpScreen, type SetUpScreen, setUpScreenAfter, setupOf, type TrackerSign, trackerSign } from './setup.ts'

const registeredAt = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-21T12:00:00Z')
const earlier = new Date('2026-11-01T12:00:00Z')
const fresh = { lastActiveAt: null, registeredAt, mode: null, testedAt: null }
const done = (facts: Parameters<typeof setupOf>[0]) => setupOf(facts).map(({ step, done }) => [step, done])

describe('setting up a device', () => {
  it('takes three steps: it reports, it is tracked, its alarm was tried', () => {
    expect(done(fresh)).toEqual([
      ['TRACKER', false],
      ['TRACKING', false],
      ['TEST_ALARM', false],
    ])
    expect(done({ ...fresh, lastActiveAt: later, mode: 'BOTH', testedAt: later }).every(([, isDone]) => isDone)).toBe(
      true,
    )
  })

  it('a report from before it had this owner does not count', () => {
    expect(done({ ...fresh, lastActiveAt: earlier })[0]).toEqual(['TRACKER', false])
  })

  it('needs no test in a mode without alarms', () => {
    expect(done({ ...fresh, mode: 'MOVEMENT' })).toEqual([
      ['TRACKER', false],
      ['TRACKING', true],
    ])
  })
})

const setup = (tracker: boolean, tracking: boolean, test: boolean): VehicleState['setup'] => [
  { step: 'TRACKER', done: tracker },
  { step: 'TRACKING', done: tracking },
  { step: 'TEST_ALARM', done: test },
]
const unnamed = { deviceName: 'Wegwarte Spur', deviceModel: 'Wegwarte Spur', vehiclePlate: null }
const named = { ...unnamed, deviceName: 'Tiger 900' }

describe('setting up goes on', () => {
  it.each<[string, Parameters<typeof nextSetUpScreen>[0], SetUpScreen | null]>([
    ['with the vehicle, at first', { ...unnamed, setup: setup(false, false, false) }, 'VEHICLE'],
    ['with the vehicle, also where all else is done', { ...unnamed, setup: setup(true, true, true) }, 'VEHICLE'],
    ['with the tracker once it has a name', { ...named, setup: setup(false, false, false) }, 'TRACKER'],
    [
      'with the tracker once it has a plate',
      { ...unnamed, vehiclePlate: 'KA-W 1', setup: setup(false, false, false) },
      'TRACKER',
    ],
    ['with the tracker that was left out', { ...named, setup: setup(false, true, true) }, 'TRACKER'],
    ['with the purposes once it reports', { ...named, setup: setup(true, false, false) }, 'PURPOSES'],
    ['with whom it notifies before the alarm is tried', { ...named, setup: setup(true, true, false) }, 'RECEIVERS'],
    ['nowhere once all is done', { ...named, setup: setup(true, true, true) }, null],
    ['nowhere where only rides are recorded', { ...named, setup: setup(true, true, true).slice(0, 2) }, null],
  ])('%s', (_where, state, screen) => {
    expect(nextSetUpScreen(state)).toBe(screen)
  })

  it.each<[SetUpScreen, boolean, SetUpScreen | null]>([
    ['VEHICLE', true, 'TRACKER'],
    ['TRACKER', true, 'PURPOSES'],
    ['PURPOSES', true, 'RECEIVERS'],
    ['RECEIVERS', true, 'TEST_ALARM'],
    ['TEST_ALARM', true, null],
    ['PURPOSES', false, null],
  ])('after %s, with alarms: %s, to %s', (screen, hasAlarm, next) => {
    expect(setUpScreenAfter(screen, setup(true, true, false).slice(0, hasAlarm ? 3 : 2))).toBe(next)
  })
})

it.each<[string, boolean, boolean, number, TrackerSign]>([
  ['is waited for at first', false, false, 0, 'WAITING'],
  ['is waited for almost five minutes', false, false, 5 * minuteMs - 1, 'WAITING'],
  ['is late after five minutes', false, false, 5 * minuteMs, 'LATE'],
  ['is there without a place', true, false, 5 * minuteMs, 'WITHOUT_PLACE'],
  ['is there with its place', true, true, 0, 'THERE'],
])('a tracker that is being connected %s', (_how, isHeard, hasFix, waitedMs, sign) => {
  expect(trackerSign({ isHeard, hasFix }, waitedMs)).toBe(sign)
})
