import type { Device } from '#contract/devices.ts'
import type { VehicleState } from '#contract/vehicles.ts'

/** The device that is being set up, and how far it is. */
export interface SetUpSubject {
  device: Device
  setup: VehicleState['setup']
}

/** Whether its tracker has reported since its owner has it. */
export function isHeard({ setup }: Pick<SetUpSubject, 'setup'>): boolean {
  return setup.some(({ step, done }) => step === 'TRACKER' && done)
}
