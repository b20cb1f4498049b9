import * as z from 'zod/mini'
import { type DeviceChange, deviceChange, type DeviceDetails } from '#contract/devices/devices.ts'
import { editedVehicle, joinVehicle } from '#domain/devices/vehicle.ts'
import { isCallProblem } from '#web/api/calls/call-problem.ts'
import { inspectionInText, inspectionOfText, seasonInText, seasonOfText } from './date-fields.ts'
import { editTexts } from '../texts.ts'

const { usageType, vehicleBrand } = deviceChange.shape

/** The texts that are entered as they are sent. */
const sameTexts = z.omit(z.object(deviceChange.shape), {
  usageType: true,
  vehicleBrand: true,
  vehicleModel: true,
  season: true,
  inspectionDue: true,
})
const textNames = z.keyof(sameTexts)

/** The edit form: as the contract's change, but with the vehicle in one field. */
export const deviceForm = z.object({
  usageType,
  vehicle: vehicleBrand,
  ...sameTexts.shape,
  season: z.string().check(z.refine((text) => seasonOfText(text) !== undefined, editTexts.seasonWrong)),
  inspectionDue: z.string().check(z.refine((text) => inspectionOfText(text) !== undefined, editTexts.inspectionWrong)),
})

/** The fields that are one line, in their order, without the name, which comes first. */
export const deviceLines = z.keyof(z.omit(deviceForm, { deviceName: true, usageType: true, notes: true })).options

/** What is entered: a blank text where the contract has null. */
type Entered<Values> = { [Field in keyof Values]-?: NonNullable<Values[Field]> }
export type DeviceFormValues = Entered<z.input<typeof deviceForm>>

export function deviceFormOf(device: DeviceDetails): DeviceFormValues {
  const texts = Object.fromEntries(textNames.options.map((name) => [name, device[name] ?? '']))
  return {
    ...z.record(textNames, z.string()).parse(texts),
    usageType: device.usageType,
    vehicle: joinVehicle(device),
    season: seasonInText(device.season),
    inspectionDue: inspectionInText(device.inspectionDue),
  }
}

/**
 * What to send: what was changed, with the vehicle divided into its parts again, and the dates read. An answer of yesterday, or of
 * an older server, may lack what is stored elsewhere: what nobody touched is left out.
 */
export function deviceChangeOf(device: DeviceDetails, values: DeviceFormValues): DeviceChange {
  const before = deviceFormOf(device)
  const isChanged = (name: keyof DeviceFormValues) => values[name] !== before[name]
  const texts = textNames.options.filter(isChanged).map((name) => [name, blankIsNull(values[name])])
  const { deviceName, usageType } = values
  return {
    ...changedTexts.parse(Object.fromEntries(texts)),
    ...(isChanged('vehicle') && editedVehicle(device, values.vehicle)),
    ...(isChanged('season') && { season: seasonOfText(values.season) }),
    ...(isChanged('inspectionDue') && { inspectionDue: inspectionOfText(values.inspectionDue) }),
    deviceName,
    usageType,
  }
}

const changedTexts = z.partialRecord(textNames, z.nullable(z.string()))

function blankIsNull(text: string): string | null {
  return text.trim() === '' ? null : text
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
