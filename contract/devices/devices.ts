import * as z from 'zod/mini'
import { claimCode } from './claim-code.ts'
import { manyChanges, manyReads, type Rule } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId, imei, licenceId } from '#contract/base/identity.ts'
import { licenceType } from '#contract/licences/licence-type.ts'
import { instant } from '#contract/base/place.ts'
import { lossReasons } from '#contract/reception.ts'
import { oneLine, text } from '#contract/base/text.ts'
import { inspectionDue, season } from './vehicle-dates.ts'
import { devicesLimits } from './devices-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'

export const usageTypes = ['AUTO', 'MOTORRAD'] as const
export const usageType = z.enum(usageTypes)
export type UsageType = z.output<typeof usageType>

/** What its owner says of a device, as it is answered: older texts may be longer than is allowed now. */
export const deviceDetails = z.object({
  deviceName: z.string(),
  usageType,
  vehicleBrand: z.nullable(z.string()),
  vehicleModel: z.nullable(z.string()),
  vehiclePlate: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Null: it may be on the road all year. */
  season: z.nullable(season),
  /** When its next inspection (HU) is due; null if its owner has not said. */
  inspectionDue: z.nullable(inspectionDue),
})
export type DeviceDetails = z.output<typeof deviceDetails>

export const device = z
  .object({
    id: deviceId,
    imei,
    ...deviceDetails.shape,
    /** A sign of life within the last minutes (`devicesLimits.onlineMinutes`). */
    isOnline: z.boolean(),
    hasActiveLicense: z.boolean(),
    activeLicense: z.nullable(z.object({ id: licenceId, licenseType: licenceType, expiresAt: instant })),
    hasPosition: z.boolean(),
    /** It has said where it is since its owner registered it, also while that was not stored. Absent: an older server did not say. */
    hasFix: z.optional(z.boolean()),
    registeredAt: instant,
    lastActiveAt: z.nullable(instant),
    /** The tracker's battery as it was last reported, null if it never was. */
    battery: z.nullable(z.object({ percent: z.nullable(z.number()), volts: z.nullable(z.number()), at: instant })),
    /** Its external power; `since` is null if the change was never seen. */
    externalPower: z.nullable(z.object({ connected: z.boolean(), at: instant, since: z.nullable(instant) })),
    /** The last discarded position, null if one was stored since. */
    loss: z.nullable(
      z.object({
        reason: z.enum(lossReasons),
        at: instant,
        /** How far the tracker's clock seems to be ahead, if that looks like another time zone. */
        clockAheadMinutes: z.nullable(z.int()),
      }),
    ),
    /** The address it is offered to, while the offer lasts. */
    offer: z.nullable(z.object({ email: z.string(), expiresAt: instant })),
    deviceModel: z.string(),
    /** Part of the demo world. */
    demo: z.boolean(),
  })
  .check(z.meta({ id: 'Device' }))
export type Device = z.output<typeof device>

const blankIsNull = (text: string) => (text === '' ? null : text)
/** Blank: none. */
const orNull = (schema: ReturnType<typeof oneLine>) => z.optional(z.nullable(z.pipe(schema, z.transform(blankIsNull))))

const nameTooLong = 'Der Gerätename darf höchstens 100 Zeichen lang sein'

export const vehicleTooLong = 'Das Fahrzeug darf höchstens 100 Zeichen lang sein'

/** People see one field with one limit (specification, section 5): both parts and the space between them. */
export function isVehicleTooLong(parts: readonly (string | null | undefined)[]): boolean {
  return parts.filter((part) => typeof part === 'string').join(' ').length > devicesLimits.vehicleLength
}

/** What the owner may change of a device. Absent: as it was. The specification always names the first two (section 5). */
export const deviceChange = z
  .object({
    deviceName: oneLine(devicesLimits.nameLength, nameTooLong, 'Bitte geben Sie einen Gerätenamen ein').check(
      z.minLength(1, 'Bitte geben Sie einen Gerätenamen ein'),
    ),
    usageType: z.enum(usageTypes, 'Bitte wählen Sie die Nutzung'),
    vehicleBrand: orNull(oneLine(devicesLimits.vehicleLength, vehicleTooLong)),
    vehicleModel: orNull(oneLine(devicesLimits.vehicleLength, vehicleTooLong)),
    vehiclePlate: orNull(oneLine(devicesLimits.plateLength, 'Das Kennzeichen darf höchstens 20 Zeichen lang sein')),
    notes: orNull(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(devicesLimits.notesLength, 'Die Notizen dürfen höchstens 1.000 Zeichen lang sein'),
        ),
    ),
    season: z.optional(z.nullable(season)),
    inspectionDue: z.optional(z.nullable(inspectionDue)),
  })
  .check(
    z.refine(({ vehicleBrand, vehicleModel }) => !isVehicleTooLong([vehicleBrand, vehicleModel]), {
      path: ['vehicleModel'],
      error: vehicleTooLong,
    }),
  )
export type DeviceChange = z.output<typeof deviceChange>

/** The specification's add-device dialogue: IMEI and, if wanted, a name. */
export const deviceAddition = z.object({
  // Any text is allowed: a wrong form has an answer of its own.
  imei: text(100, 'IMEI muss genau 15 Ziffern haben', 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein'),
  deviceName: z.nullish(oneLine(devicesLimits.nameLength, nameTooLong)),
  claimCode,
})

export const statusOverview = z.object({
  totalDevices: z.number(),
  onlineDevices: z.number(),
  licensedDevices: z.number(),
  devicesWithPosition: z.number(),
  maxDevices: z.number(),
})

const params = z.object({ id: deviceId })

/** Five tries an hour, successful or not (specification, section 9); a number of the wrong length does not count. */
const additions = {
  kind: 'device-addition',
  max: devicesLimits.addedPerHour,
  minutes: 60,
} as const satisfies Rule

export const devices = {
  list: endpoint('GET', '/api/devices', {
    access: 'verified',
    tokenScope: 'DEVICES',
    limit: manyReads,
    summary: 'Die eigenen Geräte.',
    reply: z.array(device),
  }),
  show: endpoint('GET', '/api/devices/:id', {
    access: 'owner',
    owns: { device: 'id' },
    tokenScope: 'DEVICES',
    limit: manyReads,
    summary: 'Ein eigenes Gerät.',
    params,
    reply: z.object({ device }),
  }),
  change: endpoint('PUT', '/api/devices/:id', {
    access: 'owner',
    owns: { device: 'id' },
    limit: manyChanges,
    summary: 'Name, Nutzung, Fahrzeug, Notizen und Termine eines eigenen Geräts ändern.',
    params,
    body: deviceChange,
    reply: z.object({ device }),
  }),
  putInOrder: endpoint('PUT', '/api/devices/order', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die eigene Reihenfolge der Geräte. Nicht genannte stehen danach, nach ihrer Registrierung.',
    body: z.object({
      deviceIds: z.array(deviceId).check(
        z.minLength(1, 'Bitte nennen Sie mindestens ein Gerät'),
        z.maxLength(devicesLimits.mostInOrder, 'Es sind zu viele Geräte'),
        z.refine((ids) => new Set(ids).size === ids.length, 'Bitte nennen Sie jedes Gerät einmal'),
      ),
    }),
    reply: nothing,
    problems: ['NOT_FOUND'],
  }),
  correctClock: endpoint('POST', '/api/devices/:id/clock', {
    access: 'owner',
    owns: { device: 'id' },
    limit: manyChanges,
    summary: 'Die Uhr eines eigenen Geräts künftig um so viele Minuten berichtigen, wie es zuletzt vorging.',
    params,
    body: z.object({ aheadMinutes: z.int().check(z.gte(1), z.lte(trackingLimits.furthestZoneMinutes)) }),
    reply: z.object({ device }),
    problems: ['CLOCK_CHANGED'],
  }),
  remove: endpoint('DELETE', '/api/devices/:id', {
    repeat: 'until-gone',
    access: 'owner',
    owns: { device: 'id' },
    stepUp: true,
    limit: manyChanges,
    summary: 'Ein Gerät entfernen: löscht Positionen und Einstellungen, gibt Lizenz und IMEI frei.',
    params,
    reply: nothing,
    problems: ['VEHICLE_MISSED'],
  }),
  statusOverview: endpoint('GET', '/api/devices/status-overview', {
    access: 'verified',
    tokenScope: 'DEVICES',
    limit: manyReads,
    summary: 'Wie viele der eigenen Geräte online, lizenziert und geortet sind.',
    reply: statusOverview,
  }),
  registerImei: endpoint('POST', '/api/devices/register-imei', {
    access: 'verified',
    limit: { rules: { additions } },
    summary: 'Ein weiteres gekauftes Gerät hinzufügen.',
    body: deviceAddition,
    status: 201,
    reply: z.object({ device }),
    problems: ['INVALID_IMEI_FORMAT', 'IMEI_NOT_AVAILABLE', 'IMEI_ALREADY_ASSIGNED', 'DEVICE_LIMIT_REACHED'],
  }),
}
