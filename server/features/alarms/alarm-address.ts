/**
 * Where in the product an owner sees what became of an alarm: this device's last day, at its map
 * (`web/features/tracking/history-address.ts`).
 */
export function alarmAddress(deviceId: string): string {
  const wanted = new URLSearchParams({ device: deviceId, range: 'last24Hours' })
  return `/tracking?${wanted.toString()}#map`
}
