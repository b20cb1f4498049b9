import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { alarmInWords, isSilent } from '#web/texts/vehicle-states.ts'

/** What the alarm does, of a vehicle that nobody misses. */
export function stateBadge(state: Pick<VehicleState, 'condition' | 'guard'>, now: Date) {
  return { name: alarmInWords(state, now), kind: isSilent(state) ? 'warning' : guardKinds[state.guard.kind] } as const
}

const guardKinds = { ARMED: 'success', PAUSED: 'warning', OFF: 'plain' } as const
