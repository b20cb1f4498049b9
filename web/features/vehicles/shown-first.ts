import type { VehicleState } from '#contract/vehicles.ts'
import { gravityOf } from '#web/texts/vehicle-states.ts'

/**
 * One's vehicles in the order of what matters; of equals, those without a licence last. All others stay where their owner knows
 * them to be, whichever was heard last: the button under the thumb belongs to the same vehicle every day.
 */
export function shownFirst(vehicles: readonly VehicleState[]): VehicleState[] {
  const unlicensed = ({ licenceEndsAt }: VehicleState) => Number(licenceEndsAt === null)
  return vehicles.toSorted((one, other) => gravityOf(other) - gravityOf(one) || unlicensed(one) - unlicensed(other))
}
