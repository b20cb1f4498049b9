import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import type { Range } from '#contract/history/history.ts'
import type { Instant } from '#contract/base/place.ts'
import { hourMs } from '#contract/base/time-units.ts'
import type { VehicleState } from '#contract/vehicles/vehicles.ts'
import { suspicionOf } from '#web/texts/vehicle-states.ts'

/** An alarm that is looked at. */
interface Looked {
  id: string
  /** When it was measured. */
  at: Instant
}

/**
 * The time whose positions are drawn as a line to where the vehicle is now: from an alarm that nobody has answered, or from
 * a theft that was reported. From an alarm that was answered only the hours after it, because the owner rode since.
 * Null if there is none.
 */
export function travelledRange(
  { position, condition }: Pick<VehicleState, 'position' | 'condition'>,
  looked: Looked | null,
): Range | null {
  const open = condition.kind === 'MISSED' ? condition : suspicionOf({ condition })
  const start = looked?.at ?? open?.since ?? null
  if (position === null || start === null || start >= position.recordedAt) return null
  const isOpen = condition.kind === 'MISSED' || (condition.kind === 'ALARM' && condition.alarmId === looked?.id)
  const goesOn = looked === null || isOpen
  const last = new Date(Date.parse(start) + dossierLimits.suggestionHours * hourMs).toISOString()
  return { start, end: goesOn || position.recordedAt < last ? position.recordedAt : last }
}
