import type { VehicleState } from '#contract/vehicles/vehicles.ts'

/** What is grave about a vehicle, the gravest first: a call for help, a theft, what may be one. Null: nothing is. */
export function troubleOf({ callForHelp, condition }: Pick<VehicleState, 'callForHelp' | 'condition'>) {
  if (callForHelp !== null) return 'help'
  if (condition.kind === 'MISSED') return condition.stated === 'STOLEN' ? 'stolen' : 'suspicion'
  return condition.kind === 'ALARM' || condition.kind === 'UNEXPLAINED' ? 'suspicion' : null
}

const fromSlight = [null, 'suspicion', 'stolen', 'help'] as const

type Seen = Pick<VehicleState, 'callForHelp' | 'condition' | 'motion'>

/**
 * One's vehicles as every screen lists them: calls for help, stolen ones, suspected ones, moving ones, and all others. Of
 * equals, and where nothing is known, the given order stays, which is the owner's own: the button under the thumb belongs to
 * the same vehicle every day, whichever was heard last.
 * @param own in their owner's own order.
 */
export function inOrder<Vehicle>(own: readonly Vehicle[], stateOf: (one: Vehicle) => Seen | undefined): Vehicle[] {
  const gravityOf = (one: Vehicle) => {
    const state = stateOf(one)
    if (state === undefined) return 0
    const trouble = fromSlight.indexOf(troubleOf(state))
    return trouble > 0 ? trouble + 1 : Number(state.motion?.kind === 'MOVING')
  }
  return own.toSorted((one, other) => gravityOf(other) - gravityOf(one))
}
