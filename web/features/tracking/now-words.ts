import type { VehicleState } from '#contract/vehicles.ts'
import { trackingTexts } from './texts.ts'
import { guardInWords } from '#web/texts/vehicle-states.ts'

const texts = trackingTexts.now

/** What the alarm does, of a vehicle that nobody misses. */
export function stateBadge({ condition, guard }: Pick<VehicleState, 'condition' | 'guard'>, now: Date) {
  if (condition.kind === 'UNWATCHED' && condition.why === 'SILENT')
    return { name: texts.silent, kind: 'warning' } as const
  return { name: guardInWords(guard, now), kind: guardKinds[guard.kind] } as const
}

const guardKinds = { ARMED: 'success', PAUSED: 'warning', OFF: 'plain' } as const
