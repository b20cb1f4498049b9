import type { Device } from '#contract/devices/devices.ts'

/** A vehicle as it is stored: the first word is the brand, the rest the model (specification, section 5). */
export type Vehicle = Pick<Device, 'vehicleBrand' | 'vehicleModel'>

/** Splits what was typed at its first space; what is missing is null. */
export function splitVehicle(text: string): Vehicle {
  const [, brand = '', model = ''] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? []
  return { vehicleBrand: brand === '' ? null : brand, vehicleModel: model === '' ? null : model }
}

/** Brand and model in one line again; empty when neither is known. */
export function joinVehicle({ vehicleBrand, vehicleModel }: Vehicle): string {
  return [vehicleBrand, vehicleModel].filter((part) => part !== null && part !== '').join(' ')
}

/** The vehicle after its text was edited. An unchanged text keeps even a brand of two words as it was. */
export function editedVehicle(before: Vehicle, text: string): Vehicle {
  if (text.trim() === joinVehicle(before))
    return { vehicleBrand: before.vehicleBrand, vehicleModel: before.vehicleModel }
  return splitVehicle(text)
}
