import type { VehicleState } from '#contract/vehicles.ts'

/** One's vehicles in the order of what matters: those under suspicion, then the one that was heard last. */
export function shownFirst(vehicles: readonly VehicleState[]): VehicleState[] {
  const heard = ({ lastActiveAt }: VehicleState) => (lastActiveAt === null ? 0 : Date.parse(lastActiveAt))
  const suspected = ({ suspicion }: VehicleState) => (suspicion === null ? 0 : 1)
  return vehicles.toSorted((one, other) => suspected(other) - suspected(one) || heard(other) - heard(one))
}
