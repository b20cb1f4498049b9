import type { Loss } from '#domain/reception/losses.ts'
import type { Tables } from '#server/registers.ts'
import type { Joined } from '#server/db/schema/register.ts'

/** The columns that `lossOf` reads. */
export const lossColumns = [
  'device_losses.reason',
  'device_losses.lost_at',
  'device_losses.clock_ahead_minutes',
] as const

type LossColumns = Joined<Omit<Tables['device_losses'], 'device_id'>>

/** A row's loss; all columns are null where there is none. */
export function lossOf({ reason, lost_at: at, clock_ahead_minutes: clockAheadMinutes }: LossColumns): Loss | null {
  return reason === null || at === null ? null : { reason, at, clockAheadMinutes }
}
