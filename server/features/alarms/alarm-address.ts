import { startOfBerlinDay, wallTime } from '#domain/time.ts'

/** An alarm, and when what it tells was seen. */
interface Sighted {
  alarmId: string
  deviceId: string
  seenAt: Date
}

/**
 * Where in the product an owner sees at its map what became of an alarm (`web/features/tracking/history-address.ts`): the
 * German day of it and the next, for a night has two.
 */
export function alarmAddress({ alarmId, deviceId, seenAt }: Sighted): string {
  const instant = seenAt.toISOString()
  const [from, to] = [wallTime(startOfBerlinDay(instant)), wallTime(startOfBerlinDay(instant, -2))]
  // A window is not loaded anew by the address it stands at: each alarm has its own.
  const wanted = new URLSearchParams({ device: deviceId, from, to, alarm: alarmId })
  return `/tracking?${wanted.toString()}#map`
}
