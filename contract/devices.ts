import * as z from 'zod/mini'
import { claimCode } from '#contract/claim-code.ts'
import { manyChanges, manyReads, type Rule } from '#contract/call-limit.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { deviceId, imei, licenceId } from '#contract/identity.ts'
import { licenceType } from '#contract/licence-type.ts'
import { limits } from '#contract/limits.ts'
import { instant, latitude, longitude } from '#contract/place.ts'
import { oneLine, text } from '#contract/text.ts'

export const usageTypes = ['AUTO', 'MOTORRAD'] as const
export const usageType = z.enum(usageTypes)
export type UsageType = z.output<typeof usageType>

/** Why a position that its owner wants was understood but not kept: `NO_FIX`, where the tracker did not know its place. */
export const lossReasons = ['NO_FIX', 'IN_THE_FUTURE', 'TOO_OLD'] as const
export type LossReason = (typeof lossReasons)[number]

/** Why a position was understood but not kept. `UNSTORABLE`: it says what the database cannot hold. */
export const discardReasons = [
  'TRACKING_OFF',
  'NO_OWNER',
  ...lossReasons,
  'DUPLICATE',
  'THINNED_OUT',
  'UNSTORABLE',
] as const
export type DiscardReason = (typeof discardReasons)[number]

export const device = z
  .object({
    id: deviceId,
    imei,
    deviceName: z.string(),
    usageType,
    vehicleBrand: z.nullable(z.string()),
    vehicleModel: z.nullable(z.string()),
    vehiclePlate: z.nullable(z.string()),
    notes: z.nullable(z.string()),
    /** A sign of life within the last minutes (`limits.devices.onlineMinutes`). */
    isOnline: z.boolean(),
    hasActiveLicense: z.boolean(),
    activeLicense: z.nullable(z.object({ id: licenceId, licenseType: licenceType, expiresAt: instant })),
    hasPosition: z.boolean(),
    registeredAt: instant,
    lastActiveAt: z.nullable(instant),
    /** The tracker's battery as it last told, null where it never did. */
    battery: z.nullable(z.object({ percent: z.nullable(z.number()), volts: z.nullable(z.number()), at: instant })),
    /** Its supply from outside; `since` is null where nobody saw it being connected or cut. */
    externalPower: z.nullable(z.object({ connected: z.boolean(), at: instant, since: z.nullable(instant) })),
    /** The last position that was lost, null where one was kept since. */
    loss: z.nullable(
      z.object({
        reason: z.enum(lossReasons),
        at: instant,
        /** How far the tracker's clock seems to be ahead, where that looks like the time of another zone. */
        clockAheadMinutes: z.nullable(z.int()),
      }),
    ),
    /** To whom it is offered, while the offer lasts. */
    offer: z.nullable(z.object({ email: z.string(), expiresAt: instant })),
    deviceModel: z.string(),
    /** Part of the demo world. */
    demo: z.boolean(),
  })
  .check(z.meta({ id: 'Device' }))
export type Device = z.output<typeof device>

/** A position as a device reports it over the API. Absent `recordedAt` means: now. */
export const reportedPosition = z.object({
  latitude,
  longitude,
  /** Metres. */
  accuracy: z.optional(z.number().check(z.gte(0))),
  recordedAt: z.optional(instant),
})

const blankIsNull = (text: string) => (text === '' ? null : text)
const orNull = (schema: ReturnType<typeof oneLine>) => z.nullable(z.pipe(schema, z.transform(blankIsNull)))

const nameTooLong = 'Der Gerätename darf höchstens 100 Zeichen lang sein'

const vehicleTooLong = 'Das Fahrzeug darf höchstens 100 Zeichen lang sein'

/** What the owner may change of a device. */
export const deviceChange = z
  .object({
    deviceName: oneLine(limits.devices.nameLength, nameTooLong, 'Bitte geben Sie einen Gerätenamen ein').check(
      z.minLength(1, 'Bitte geben Sie einen Gerätenamen ein'),
    ),
    usageType: z.enum(usageTypes, 'Bitte wählen Sie die Nutzung'),
    vehicleBrand: orNull(oneLine(limits.devices.vehicleLength, vehicleTooLong)),
    vehicleModel: orNull(oneLine(limits.devices.vehicleLength, vehicleTooLong)),
    vehiclePlate: orNull(oneLine(limits.devices.plateLength, 'Das Kennzeichen darf höchstens 20 Zeichen lang sein')),
    notes: orNull(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(limits.devices.notesLength, 'Die Notizen dürfen höchstens 1.000 Zeichen lang sein'),
        ),
    ),
  })
  // People see one field with one limit (specification, section 5): both parts and the space between them.
  .check(
    z.refine(
      ({ vehicleBrand, vehicleModel }) =>
        [vehicleBrand, vehicleModel].filter((part) => part !== null).join(' ').length <= limits.devices.vehicleLength,
      { path: ['vehicleModel'], error: vehicleTooLong },
    ),
  )
export type DeviceChange = z.output<typeof deviceChange>

/** The specification's add-device dialogue: IMEI and, if wanted, a name. */
export const deviceAddition = z.object({
  // Any text is let through: a wrong form is an answer of its own.
  imei: text(100, 'IMEI muss genau 15 Ziffern haben', 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein'),
  deviceName: z.nullish(oneLine(limits.devices.nameLength, nameTooLong)),
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

/** Five tries an hour, successful or not (specification, section 9); a number of the wrong length is none. */
const additions = {
  kind: 'device-addition',
  max: limits.devices.addedPerHour,
  minutes: 60,
} as const satisfies Rule

export const devices = {
  list: endpoint('GET', '/api/devices', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen Geräte.',
    reply: z.array(device),
  }),
  show: endpoint('GET', '/api/devices/:id', {
    access: 'verified',
    limit: manyReads,
    summary: 'Ein eigenes Gerät.',
    params,
    reply: z.object({ device }),
  }),
  change: endpoint('PUT', '/api/devices/:id', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Name, Nutzung, Fahrzeug und Notizen eines eigenen Geräts ändern.',
    params,
    body: deviceChange,
    reply: z.object({ device }),
  }),
  correctClock: endpoint('POST', '/api/devices/:id/clock', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Die Uhr eines eigenen Geräts künftig um so viele Minuten berichtigen, wie es zuletzt vorging.',
    params,
    body: z.object({ aheadMinutes: z.int().check(z.gte(1), z.lte(limits.tracking.furthestZoneMinutes)) }),
    reply: z.object({ device }),
    problems: ['CLOCK_CHANGED'],
  }),
  remove: endpoint('DELETE', '/api/devices/:id', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Ein Gerät entfernen: löscht Positionen und Einstellungen, gibt Lizenz und IMEI frei.',
    params,
    reply: nothing,
  }),
  statusOverview: endpoint('GET', '/api/devices/status-overview', {
    access: 'verified',
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
  reportPosition: endpoint('POST', '/api/devices/:id/position', {
    access: 'device',
    limit: { per: 'caller', perMinute: limits.devices.reportsPerMinute },
    summary: 'Eine Position melden: das Gerät selbst mit seinem Schlüssel, oder sein Besitzer.',
    params,
    body: reportedPosition,
    status: 201,
    reply: z.object({ stored: z.boolean(), reason: z.optional(z.enum(discardReasons)) }),
  }),
}
