import type { VehicleState } from '#contract/vehicles.ts'

/** One's vehicles in the order of what matters: calls for help, then suspicion, then the one that was heard last. */
export function shownFirst(vehicles: readonly VehicleState[]): VehicleState[] {
  const heard = ({ lastActiveAt }: VehicleState) => (lastActiveAt === null ? 0 : Date.parse(lastActiveAt))
  const gravity = ({ callForHelp, suspicion }: VehicleState) => (callForHelp !== null ? 2 : suspicion === null ? 0 : 1)
  return vehicles.toSorted((one, other) => gravity(other) - gravity(one) || heard(other) - heard(one))
}
