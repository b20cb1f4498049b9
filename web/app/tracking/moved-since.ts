import type { Instant } from '#contract/place.ts'
import type { VehicleState } from '#contract/vehicles.ts'

/** When a vehicle last began to move, as far as is known. */
export function movedSince({ suspicion, motion }: Pick<VehicleState, 'suspicion' | 'motion'>): Instant | null {
  if (suspicion !== null) return suspicion.since
  return motion === null || motion.kind === 'STANDING' ? null : motion.since
}
