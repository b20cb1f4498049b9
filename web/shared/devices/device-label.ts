import type { Device } from '#contract/devices/devices.ts'

type Labelled = Pick<Device, 'deviceName' | 'deviceModel' | 'vehiclePlate'>

/** The name that distinguishes a device from others: its name, else its model, and the vehicle's plate. */
export function deviceLabel({ deviceName, deviceModel, vehiclePlate }: Labelled): string {
  const name = deviceName === '' ? deviceModel : deviceName
  return vehiclePlate === null ? name : `${name} · ${vehiclePlate}`
}

/** The same in a list to choose from: devices with the same label get their IMEI added. */
export function labelAmong<Chosen extends Labelled & Pick<Device, 'imei'>>(
  device: Chosen,
  all: readonly Chosen[],
): string {
  const label = deviceLabel(device)
  const isUnique = all.filter((each) => deviceLabel(each) === label).length < 2
  return isUnique ? label : `${label} · IMEI ${device.imei}`
}
