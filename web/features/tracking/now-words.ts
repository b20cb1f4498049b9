import type { VehicleState } from '#contract/vehicles.ts'
import { trackingTexts } from './texts.ts'
import { guardInWords } from '#web/texts/vehicle-states.ts'

const texts = trackingTexts.now

/** The one state that counts: what the owner has reported, else what the alarm does. */
export function stateBadge({ stated, guard }: Pick<VehicleState, 'stated' | 'guard'>, now: Date) {
  if (stated?.state === 'STOLEN') return { name: texts.stolen, kind: 'danger' } as const
  if (stated?.state === 'SUSPICIOUS') return { name: texts.suspicious, kind: 'danger' } as const
  return { name: guardInWords(guard, now), kind: guardKinds[guard.kind] } as const
}

const guardKinds = { ARMED: 'success', PAUSED: 'warning', OFF: 'plain' } as const
