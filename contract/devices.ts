import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { deviceId, imei, licenceId } from '#contract/identity.ts'
import { instant, latitude, longitude } from '#contract/place.ts'

export const usageTypes = ['AUTO', 'MOTORRAD'] as const
export const usageType = z.enum(usageTypes)
export type UsageType = z.output<typeof usageType>

export const licenceTypes = ['START', 'PREMIUM', 'ENTERPRISE', 'STANDARD'] as const
export const licenceType = z.enum(licenceTypes)
export type LicenceType = z.output<typeof licenceType>

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

/** Why a position was understood but not kept. */
export const discardReasons = [
  'TRACKING_OFF',
  'NO_OWNER',
  'NO_FIX',
  'IN_THE_FUTURE',
  'TOO_OLD',
  'DUPLICATE',
  'THINNED_OUT',
] as const
export type DiscardReason = (typeof discardReasons)[number]

const params = z.object({ id: deviceId })

export const devices = {
  list: endpoint('GET', '/api/devices', {
    access: 'verified',
    summary: 'Die eigenen Geräte.',
    reply: z.array(device),
  }),
  show: endpoint('GET', '/api/devices/:id', {
    access: 'verified',
    summary: 'Ein eigenes Gerät.',
    params,
    reply: z.object({ device }),
  }),
  reportPosition: endpoint('POST', '/api/devices/:id/position', {
    access: 'device',
    summary: 'Eine Position melden: das Gerät selbst mit seinem Schlüssel, oder sein Besitzer.',
    params,
    body: reportedPosition,
    status: 201,
    reply: z.object({ stored: z.boolean(), reason: z.optional(z.enum(discardReasons)) }),
  }),
}
