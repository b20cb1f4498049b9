import { describe, expect, it } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import type { VehicleGuard, VehicleState } from '#contract/vehicles/vehicles.ts'
import {
  nextSetUpScreen,
  type SetUpEnd,
  setUpEnd,
  type SetUpScreen,
  setUpScreenAfter,
  setupOf,
  type TrackerProgress,
  trackerProgress,
} from './setup.ts'

const registeredAt = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-21T12:00:00Z')
const earlier = new Date('2026-11-01T12:00:00Z')
const fresh = { lastActiveAt: null, registeredAt, mode: null, testedAt: null, lastTest: null }
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

  it.each(['FAILED', 'BOUNCED'] as const)('a test whose e-mail is %s was none', (lastTest) => {
    expect(setupOf({ ...fresh, testedAt: later, lastTest }).at(-1)).toEqual({
      step: 'TEST_ALARM',
      done: false,
      failed: true,
    })
  })

  it.each(['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'STOPPED', null] as const)(
    'a test whose e-mail is %s was one',
    (lastTest) => {
      expect(setupOf({ ...fresh, testedAt: later, lastTest }).at(-1)).toEqual({
        step: 'TEST_ALARM',
        done: true,
        failed: false,
      })
    },
  )

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
const refused: VehicleState['setup'] = [
  { step: 'TRACKER', done: true },
  { step: 'TRACKING', done: true },
  { step: 'TEST_ALARM', done: false, failed: true },
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
    ['with the test whose e-mail was refused', { ...named, setup: refused }, 'TEST_ALARM'],
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

const armed: VehicleGuard = { kind: 'ARMED' }
const off = (why: Extract<VehicleGuard, { kind: 'OFF' }>['why']): VehicleGuard => ({ kind: 'OFF', why })

it.each<[string, VehicleState['setup'], VehicleGuard, SetUpEnd]>([
  ['guarded while its alarm is on', setup(true, true, true), armed, 'GUARDED'],
  [
    'guarded while its alarm is paused',
    setup(true, true, true),
    { kind: 'PAUSED', pause: 'RIDE', until: null },
    'GUARDED',
  ],
  ['not guarded while it is not tracked', setup(true, false, true), off('NOT_TRACKED'), 'NOT_TRACKED'],
  ['not tracked before its tracker is silent', setup(false, false, true), off('NOT_TRACKED'), 'NOT_TRACKED'],
  ['not guarded without a licence', setup(true, false, true), off('NO_LICENCE'), 'NO_LICENCE'],
  ['not guarded while its positions are of no use', setup(true, true, true), off('BLIND'), 'BLIND'],
  ['not guarded before its tracker reports', setup(false, true, true), armed, 'SILENT'],
  ['not ready while its e-mail is refused', refused, armed, 'TEST_FAILED'],
  ['recorded in a mode without alarms', setup(true, true, true).slice(0, 2), off('MODE'), 'RECORDED'],
  ['not recorded before its tracker reports', setup(false, true, true).slice(0, 2), off('MODE'), 'SILENT'],
])('at its end a vehicle is %s', (_how, steps, guard, end) => {
  expect(setUpEnd({ setup: steps, guard })).toBe(end)
})

it.each<[string, boolean, boolean, number, TrackerProgress]>([
  ['is waited for at first', false, false, 0, 'WAITING'],
  ['is waited for almost five minutes', false, false, 5 * minuteMs - 1, 'WAITING'],
  ['is late after five minutes', false, false, 5 * minuteMs, 'LATE'],
  ['is there without a place', true, false, 5 * minuteMs, 'WITHOUT_PLACE'],
  ['is there with its place', true, true, 0, 'THERE'],
])('a tracker that is being connected %s', (_how, isHeard, hasFix, waitedMs, progress) => {
  expect(trackerProgress({ isHeard, hasFix }, waitedMs)).toBe(progress)
})
