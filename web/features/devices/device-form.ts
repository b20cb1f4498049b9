import * as z from 'zod/mini'
import { type Device, type DeviceChange, deviceChange } from '#contract/devices.ts'
import { editedVehicle, joinVehicle, type Vehicle } from '#domain/vehicle.ts'
import { isCallProblem } from '#web/api/call-problem.ts'

const { deviceName, usageType, vehicleBrand, vehiclePlate, notes } = deviceChange.shape

/** The edit form: as the contract's change, but with the vehicle in one field. */
export const deviceForm = z.object({ deviceName, usageType, vehicle: vehicleBrand, vehiclePlate, notes })

export interface DeviceFormValues extends Record<string, unknown> {
  deviceName: string
  usageType: Device['usageType']
  vehicle: string
  vehiclePlate: string
  notes: string
}

export function formOf(device: DeviceChange): DeviceFormValues {
  return {
    deviceName: device.deviceName,
    usageType: device.usageType,
    vehicle: joinVehicle(device),
    vehiclePlate: device.vehiclePlate ?? '',
    notes: device.notes ?? '',
  }
}

/** What to send: the vehicle parted again. */
export function changeOf(device: Vehicle, { vehicle, ...values }: DeviceFormValues): DeviceChange {
  return { ...values, ...editedVehicle(device, vehicle) }
}

/** What the server said about single fields, at the fields of this form. */
export function fieldProblems(error: unknown): Record<string, string> {
  if (!isCallProblem(error)) return {}
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, message]) => [
      /^vehicle(Brand|Model)$/.test(field) ? 'vehicle' : field,
      message,
    ]),
  )
}
