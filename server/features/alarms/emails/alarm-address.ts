import { startOfBerlinDay, wallTime } from '#domain/time/time.ts'

/** An alarm, and when its event was seen. */
interface Sighted {
  alarmId: string
  deviceId: string
  seenAt: Date
}

/**
 * The address at which an owner sees on the map what became of an alarm (`web/features/history/range/history-address.ts`): the
 * alarm's German day and the next, because a night has two.
 */
export function alarmAddress({ alarmId, deviceId, seenAt }: Sighted): string {
  const instant = seenAt.toISOString()
  const [from, to] = [wallTime(startOfBerlinDay(instant)), wallTime(startOfBerlinDay(instant, -2))]
  // A window is not reloaded by the address that it already shows: each alarm has its own.
  const wanted = new URLSearchParams({ device: deviceId, from, to, alarm: alarmId })
  return `/tracking?${wanted.toString()}#map`
}

/** The address of the case of a vehicle that its owner misses (`web/app/tracking/CasePage.tsx`). */
export function caseAddress(deviceId: string): string {
  return `/fall/${deviceId}`
}
