import type { TrackingMode } from '#contract/tracking.ts'
import type { SetupStep } from '#contract/vehicles.ts'

/** What is known of how far a device is set up. */
export interface SetupFacts {
  /** The last sign of life; perhaps of the time before it had this owner. */
  lastActiveAt: Date | null
  registeredAt: Date
  /** The mode in which it is recorded; null while it is not. */
  mode: TrackingMode | null
  /** When its owner first had a test alarm sent. */
  testedAt: Date | null
}

/** The steps that a device needs, in order. Without alarms there is none to try. */
export function setupOf({
  lastActiveAt,
  registeredAt,
  mode,
  testedAt,
}: SetupFacts): { step: SetupStep; done: boolean }[] {
  const steps: { step: SetupStep; done: boolean }[] = [
    { step: 'TRACKER', done: lastActiveAt !== null && lastActiveAt >= registeredAt },
    { step: 'TRACKING', done: mode !== null },
  ]
  if (mode !== 'MOVEMENT') steps.push({ step: 'TEST_ALARM', done: testedAt !== null })
  return steps
}
