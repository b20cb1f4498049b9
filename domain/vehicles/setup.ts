import type { EmailState } from '#contract/alarms/alarms.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { vehiclesLimits } from '#contract/vehicles/vehicles-limits.ts'
import type { GuardOffReason, SetupStep, VehicleState } from '#contract/vehicles/vehicles.ts'

/** What is known of how far a device is set up. */
export interface SetupFacts {
  /** The last sign of life; perhaps of the time before it had this owner. */
  lastActiveAt: Date | null
  registeredAt: Date
  /** The mode in which it is recorded; null while it is not. */
  mode: TrackingMode | null
  /** When its owner first had a test alarm sent. */
  testedAt: Date | null
  /** How far the e-mail of the last test alarm came; null where none is known. */
  lastTest: EmailState | null
}

/** Whether an e-mail will not arrive any more. */
export function isRefused(state: EmailState): boolean {
  return state === 'FAILED' || state === 'BOUNCED'
}

/** The steps that a device needs, in order. Without alarms there is none to try. */
export function setupOf({ lastActiveAt, registeredAt, mode, testedAt, lastTest }: SetupFacts): VehicleState['setup'] {
  const steps: VehicleState['setup'] = [
    { step: 'TRACKER', done: lastActiveAt !== null && lastActiveAt >= registeredAt },
    { step: 'TRACKING', done: mode !== null },
  ]
  if (mode !== 'MOVEMENT') {
    const failed = lastTest !== null && isRefused(lastTest)
    steps.push({ step: 'TEST_ALARM', done: testedAt !== null && !failed, failed })
  }
  return steps
}

/** The screens on which an owner sets a device up, in their order. */
export const setUpScreens = ['VEHICLE', 'TRACKER', 'PURPOSES', 'RECEIVERS', 'TEST_ALARM'] as const
export type SetUpScreen = (typeof setUpScreens)[number]

/** What is stored of a device that decides where its set-up goes on. */
export interface SetUpState extends Pick<VehicleState, 'setup'> {
  deviceName: string
  /** What it is called until its owner gives it a name. */
  deviceModel: string
  vehiclePlate: string | null
}

/**
 * Where setting up goes on; null where nothing is left to do. Before the alarm is tried, its recipients are shown: that
 * screen has nothing of its own that must be done. After a failed try, setting up goes on where the failure is shown.
 */
export function nextSetUpScreen({ deviceName, deviceModel, vehiclePlate, setup }: SetUpState): SetUpScreen | null {
  if (deviceName === deviceModel && vehiclePlate === null) return 'VEHICLE'
  const next = setup.find(({ done }) => !done)
  if (next === undefined) return null
  return next.failed === true ? 'TEST_ALARM' : screenOf[next.step]
}

const screenOf = {
  TRACKER: 'TRACKER',
  TRACKING: 'PURPOSES',
  TEST_ALARM: 'RECEIVERS',
} as const satisfies Record<SetupStep, SetUpScreen>

/** The screen after one; null after the last. Where no alarm is raised, there is nobody to notify and none to try. */
export function setUpScreenAfter(screen: SetUpScreen, setup: VehicleState['setup']): SetUpScreen | null {
  const hasAlarm = setup.some(({ step }) => step === 'TEST_ALARM')
  const needed = setUpScreens.filter((one) => hasAlarm || (one !== 'RECEIVERS' && one !== 'TEST_ALARM'))
  return needed[needed.indexOf(screen) + 1] ?? null
}

/**
 * What is so at the end of a set-up. `GUARDED`: its alarm is on, perhaps paused. `RECORDED`: in a mode without alarms.
 * `TEST_FAILED`: the last test alarm's e-mail was refused. `SILENT`: its tracker has not reported. All others: why its alarm is off.
 */
export type SetUpEnd = 'GUARDED' | 'RECORDED' | 'TEST_FAILED' | 'SILENT' | Exclude<GuardOffReason, 'MODE'>

/** Of several things that are missing, the one that nothing else makes up for comes first. */
export function setUpEnd({ setup, guard }: Pick<VehicleState, 'setup' | 'guard'>): SetUpEnd {
  const why = guard.kind === 'OFF' ? guard.why : null
  if (why === 'NO_LICENCE' || why === 'NOT_TRACKED') return why
  if (setup.some(({ failed }) => failed === true)) return 'TEST_FAILED'
  if (setup.some(({ step, done }) => step === 'TRACKER' && !done)) return 'SILENT'
  if (why === null) return 'GUARDED'
  return why === 'MODE' ? 'RECORDED' : why
}

/** What is heard of a tracker that its owner is just connecting. `LATE`: nothing, for longer than it takes. */
export type TrackerProgress = 'WAITING' | 'LATE' | 'WITHOUT_PLACE' | 'THERE'

/** @param waitedMs how long its owner has waited on the screen. */
export function trackerProgress(heard: { isHeard: boolean; hasFix: boolean }, waitedMs: number): TrackerProgress {
  if (heard.isHeard) return heard.hasFix ? 'THERE' : 'WITHOUT_PLACE'
  return waitedMs >= vehiclesLimits.trackerLateMinutes * minuteMs ? 'LATE' : 'WAITING'
}
