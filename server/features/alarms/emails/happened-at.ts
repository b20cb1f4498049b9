import { type AlarmKind, isCallForHelp } from '#contract/alarms/alarms.ts'
import type { Sighting } from '#domain/alarms/sighting.ts'

/** An alarm with the place at which it was raised, if it has one. */
interface Raised {
  kind: AlarmKind
  place: Sighting | null
  detectedAt: Date
}

/** When it was measured. Where help is called for, the place may be older. */
export function happenedAt({ kind, place, detectedAt }: Raised): Date {
  return isCallForHelp(kind) ? detectedAt : (place?.recordedAt ?? detectedAt)
}
