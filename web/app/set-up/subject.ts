import type { Device } from '#contract/devices/devices.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { nextSetUpScreen } from '#domain/vehicles/setup.ts'

/** The device that is being set up, how far it is, and whether its alarm is on. */
export interface SetUpSubject extends Pick<VehicleState, 'setup' | 'guard'> {
  device: Device
}

/** Whether its tracker has reported since its owner has it. */
export function isHeard({ setup }: Pick<SetUpSubject, 'setup'>): boolean {
  return setup.some(({ step, done }) => step === 'TRACKER' && done)
}

/**
 * The device that is asked for, and null where it is not known; or else the first that is not set up, and null where there is
 * none at all.
 */
export function subjectOf(
  own: readonly Device[],
  states: readonly VehicleState[],
  asked: string | null,
): SetUpSubject | null {
  const subjects = own.flatMap((device) => {
    const state = states.find(({ deviceId }) => deviceId === device.id)
    return state === undefined ? [] : [{ device, setup: state.setup, guard: state.guard }]
  })
  const isOpen = ({ device, setup }: SetUpSubject) => nextSetUpScreen({ ...device, setup }) !== null
  const found =
    asked === null ? (subjects.find(isOpen) ?? subjects[0]) : subjects.find(({ device }) => device.id === asked)
  return found ?? null
}
