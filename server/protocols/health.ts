import type { HealthReading } from '#domain/device-health.ts'
import type { Report } from './protocol.ts'

type Said = Pick<Report, 'battery' | 'charging' | 'health'>

/**
 * What a report says of its tracker's supply, or null where it says nothing. A tracker that is charged has power from
 * outside, unless its protocol tells that apart.
 */
export function readingOf({ battery, charging, health }: Said, at: Date): HealthReading | null {
  const batteryVolts = health?.batteryVolts ?? null
  const externalPower = health?.externalPower ?? charging
  if (battery === null && batteryVolts === null && externalPower === null) return null
  return { at, batteryPercent: battery, batteryVolts, externalPower }
}

/**
 * Whether a report is that of a tracker which is wired to a vehicle: who cuts its supply may be a thief. Only such protocols
 * tell of power from outside; a phone says whether it is charged.
 */
export function isWired({ health }: Pick<Report, 'health'>): boolean {
  return health?.externalPower !== undefined
}
