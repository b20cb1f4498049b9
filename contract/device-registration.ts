import * as z from 'zod/mini'
import { email } from '#contract/auth.ts'
import { device } from '#contract/devices.ts'
import { endpoint, nothing } from '#contract/endpoint.ts'
import { deviceId, userId } from '#contract/identity.ts'

export const deviceRegistration = {
  active: endpoint('GET', '/api/device-registration/active/:userId', {
    access: 'verified',
    summary: 'Das zuletzt registrierte eigene Gerät; 404, wenn es keines gibt.',
    params: z.object({ userId }),
    reply: z.object({ device }),
    problems: ['NOT_FOUND'],
  }),
  register: endpoint('POST', '/api/device-registration/register', {
    access: 'verified',
    summary: 'Ein gekauftes Gerät für das eigene Konto registrieren.',
    // Any text is let through: a wrong form is an answer of its own.
    body: z.object({ imei: z.string().check(z.maxLength(100)), userId }),
    status: 201,
    reply: z.object({ device }),
    problems: [
      'INVALID_IMEI_FORMAT',
      'IMEI_NOT_AVAILABLE',
      'IMEI_ALREADY_ASSIGNED',
      'DEVICE_LIMIT_REACHED',
      'RATE_LIMITED',
    ],
  }),
  transfer: endpoint('POST', '/api/device-registration/transfer', {
    access: 'verified',
    summary: 'Ein eigenes Gerät einem anderen Konto übergeben; Positionen und Einstellungen werden gelöscht.',
    body: z.object({ deviceId, email }),
    reply: nothing,
    problems: ['RECIPIENT_NOT_FOUND', 'DEVICE_LIMIT_REACHED', 'RATE_LIMITED'],
  }),
}
