import type { Device } from '#contract/devices.ts'

/** What a device is called where one has to be told from another: its name, else its model, and the vehicle's plate. */
export function deviceLabel({
  deviceName,
  deviceModel,
  vehiclePlate,
}: Pick<Device, 'deviceName' | 'deviceModel' | 'vehiclePlate'>): string {
  const name = deviceName === '' ? deviceModel : deviceName
  return vehiclePlate === null ? name : `${name} · ${vehiclePlate}`
}
