import * as z from 'zod/mini'
import { type DeviceChange, deviceChange, type DeviceDetails } from '#contract/devices/devices.ts'
import { editedVehicle, joinVehicle, type Vehicle } from '#domain/devices/vehicle.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { inspectionInText, inspectionOfText, seasonInText, seasonOfText } from './date-fields.ts'
import { editTexts } from '../texts.ts'

const { deviceName, usageType, vehicleBrand, vehiclePlate, notes } = deviceChange.shape

/** The edit form: as the contract's change, but with the vehicle in one field. */
export const deviceForm = z.object({
  deviceName,
  usageType,
  vehicle: vehicleBrand,
  vehiclePlate,
  notes,
  season: z.string().check(z.refine((text) => seasonOfText(text) !== undefined, editTexts.seasonWrong)),
  inspectionDue: z.string().check(z.refine((text) => inspectionOfText(text) !== undefined, editTexts.inspectionWrong)),
})

/** What is entered: a blank text where the contract has null. */
type Entered<Values> = { [Field in keyof Values]-?: NonNullable<Values[Field]> }
export type DeviceFormValues = Entered<z.input<typeof deviceForm>>

export function deviceFormOf(device: DeviceDetails): DeviceFormValues {
  return {
    deviceName: device.deviceName,
    usageType: device.usageType,
    vehicle: joinVehicle(device),
    vehiclePlate: device.vehiclePlate ?? '',
    notes: device.notes ?? '',
    season: seasonInText(device.season),
    inspectionDue: inspectionInText(device.inspectionDue),
  }
}

/** What to send: the vehicle divided into its parts again, and the dates read. */
export function deviceChangeOf(
  device: Vehicle,
  { vehicle, season, inspectionDue, ...values }: DeviceFormValues,
): DeviceChange {
  return {
    ...values,
    ...editedVehicle(device, vehicle),
    season: seasonOfText(season),
    inspectionDue: inspectionOfText(inspectionDue),
  } satisfies Record<keyof DeviceChange, unknown>
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
