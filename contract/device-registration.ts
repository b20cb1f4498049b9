import * as z from 'zod/mini'
import { email } from '#contract/auth.ts'
import { device, devices } from '#contract/devices.ts'
import { manyReads } from '#contract/call-limit.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { deviceId, userId } from '#contract/identity.ts'
import { limits } from '#contract/limits.ts'

export const deviceRegistration = {
  active: endpoint('GET', '/api/device-registration/active/:userId', {
    access: 'verified',
    limit: manyReads,
    summary: 'Das zuletzt registrierte eigene Gerät; 404, wenn es keines gibt.',
    params: z.object({ userId }),
    reply: z.object({ device }),
    problems: ['NOT_FOUND'],
  }),
  register: endpoint('POST', '/api/device-registration/register', {
    access: 'verified',
    limit: devices.registerImei.limit,
    summary: 'Ein gekauftes Gerät für das eigene Konto registrieren.',
    // Any text is let through: a wrong form is an answer of its own.
    body: z.object({ imei: z.string().check(z.maxLength(100)), userId }),
    status: 201,
    reply: z.object({ device }),
    problems: ['INVALID_IMEI_FORMAT', 'IMEI_NOT_AVAILABLE', 'IMEI_ALREADY_ASSIGNED', 'DEVICE_LIMIT_REACHED'],
  }),
  transfer: endpoint('POST', '/api/device-registration/transfer', {
    access: 'verified',
    limit: { kind: 'device-hand-over', per: 'caller', max: limits.devices.handOversPerHour, minutes: 60 },
    summary: 'Ein eigenes Gerät einem anderen Konto übergeben; Positionen und Einstellungen werden gelöscht.',
    body: z.object({ deviceId, email }),
    reply: nothing,
    problems: ['RECIPIENT_NOT_FOUND', 'DEVICE_LIMIT_REACHED'],
  }),
}
