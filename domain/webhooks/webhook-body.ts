import type { AlarmKind } from '#contract/alarms/alarms.ts'
import type { DeliveryType } from '#contract/webhooks/webhooks.ts'

/** An alarm of which a program is told. */
export interface ToldAlarm {
  id: string
  kind: AlarmKind
  detectedAt: Date
  acknowledgedAt: Date | null
  deviceId: string
  deviceName: string
  place: { latitude: number; longitude: number; accuracy: number | null; recordedAt: Date } | null
}

/** The JSON of a delivery, in the form of Standard Webhooks. @param alarm null: a test. */
export function webhookBody(
  { type, at, places }: { type: DeliveryType; at: Date; places: boolean },
  alarm: ToldAlarm | null,
): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data: alarm === null ? {} : dataOf(alarm, places) })
}

function dataOf({ id, kind, detectedAt, acknowledgedAt, deviceId, deviceName, place }: ToldAlarm, places: boolean) {
  return {
    deviceId,
    deviceName,
    alarmId: id,
    kind,
    detectedAt: detectedAt.toISOString(),
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    ...(places && { place: place && { ...place, recordedAt: place.recordedAt.toISOString() } }),
  }
}
