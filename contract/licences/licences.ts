import * as z from 'zod/mini'
import { device } from '#contract/devices/devices.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId, licenceId } from '#contract/base/identity.ts'
import { licenceType } from './licence-type.ts'
import { instant } from '#contract/base/place.ts'
import { licencesLimits } from './licences-limits.ts'

export const licenceStatuses = ['active', 'expiring', 'expired'] as const
export type LicenceStatus = (typeof licenceStatuses)[number]

export const licence = z
  .object({
    id: licenceId,
    licenseType: licenceType,
    licenseKey: z.string(),
    /** Null until its first activation starts its days. */
    expiresAt: z.nullable(instant),
    /** Devices that use it. */
    deviceCount: z.number(),
    /** Devices that may use it at the same time. */
    seats: z.number(),
    devices: z.array(z.object({ id: deviceId, deviceName: z.string() })),
    /** Part of the demo world. */
    demo: z.boolean(),
  })
  .check(z.meta({ id: 'Licence' }))
export type Licence = z.output<typeof licence>

export const licenceKey = z
  .string('Bitte geben Sie den Lizenzschlüssel ein.')
  .check(z.trim(), z.toUpperCase(), z.minLength(1, 'Bitte geben Sie den Lizenzschlüssel ein.'), z.maxLength(64))

const reply = z.object({ licence })

/**
 * Without `owns`: the transaction that gives or takes a seat decides whose licence and device they are, and answers an unknown
 * licence like somebody else's.
 */
export const licences = {
  list: endpoint('GET', '/api/devices/licenses', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen Lizenzen.',
    reply: z.array(licence),
  }),
  available: endpoint('GET', '/api/devices/available-licenses', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen Lizenzen, die noch gelten und einen freien Geräteplatz haben.',
    reply: z.array(licence),
  }),
  overview: endpoint('GET', '/api/devices/licenses/overview', {
    access: 'verified',
    limit: manyReads,
    summary: 'Wie viele Lizenzen gelten, bald enden, abgelaufen sind.',
    reply: z.object({
      total: z.number(),
      active: z.number(),
      expiring: z.number(),
      expired: z.number(),
      /** Bought but never activated. */
      unused: z.number(),
      nextExpiry: z.nullable(instant),
    }),
  }),
  activate: endpoint('POST', '/api/devices/activate-license', {
    access: 'verified',
    limit: { kind: 'licence-activation', per: 'caller', max: licencesLimits.activationsPerHour, minutes: 60 },
    summary: 'Einen Lizenzschlüssel einlösen und, wenn ein Gerät genannt ist, dort verwenden.',
    body: z.object({ licenseKey: licenceKey, deviceId: z.optional(deviceId) }),
    reply,
    problems: ['LICENSE_NOT_FOUND', 'LICENSE_IN_USE', 'NO_SEAT_LEFT', 'LICENSE_EXPIRED'],
  }),
  assign: endpoint('POST', '/api/devices/assign-device', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine eigene Lizenz einem eigenen Gerät geben.',
    body: z.object({ licenseId: licenceId, deviceId }),
    reply,
    problems: ['LICENSE_NOT_FOUND', 'LICENSE_EXPIRED', 'NO_SEAT_LEFT'],
  }),
  transfer: endpoint('POST', '/api/devices/transfer-license', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine Lizenz von einem eigenen Gerät auf ein anderes übertragen.',
    body: z.object({ licenseId: licenceId, fromDeviceId: deviceId, toDeviceId: deviceId }),
    reply,
    problems: ['LICENSE_NOT_FOUND', 'LICENSE_NOT_ON_DEVICE', 'LICENSE_EXPIRED', 'NO_SEAT_LEFT'],
  }),
  release: endpoint('POST', '/api/devices/licenses/:id/release', {
    access: 'verified',
    limit: manyChanges,
    summary: 'Eine Lizenz von ihren Geräten lösen.',
    params: z.object({ id: licenceId }),
    reply,
    problems: ['LICENSE_NOT_FOUND'],
  }),
  availableDevices: endpoint('GET', '/api/devices/list/available', {
    access: 'verified',
    limit: manyReads,
    summary: 'Die eigenen Geräte ohne gültige Lizenz.',
    reply: z.array(device),
  }),
}
