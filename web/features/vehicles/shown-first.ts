import type { VehicleState } from '#contract/vehicles.ts'
import { gravityOf } from '#web/texts/vehicle-states.ts'

/** One's vehicles in the order of what matters, then the one that was heard last. */
export function shownFirst(vehicles: readonly VehicleState[]): VehicleState[] {
  const heard = ({ lastActiveAt }: VehicleState) => (lastActiveAt === null ? 0 : Date.parse(lastActiveAt))
  return vehicles.toSorted((one, other) => gravityOf(other) - gravityOf(one) || heard(other) - heard(one))
}
