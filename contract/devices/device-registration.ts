import * as z from 'zod/mini'
import { email, mailedToken } from '#contract/auth/auth.ts'
import { claimCode } from './claim-code.ts'
import { device, devices } from './devices.ts'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId, userId } from '#contract/base/identity.ts'
import { accountLimits } from '#contract/account/account-limits.ts'
import { devicesLimits } from './devices-limits.ts'
import { dayMinutes } from '#contract/base/time-units.ts'

export const deviceRegistration = {
  active: endpoint('GET', '/api/device-registration/active/:userId', {
    access: 'owner',
    owns: { account: 'userId' },
    limit: manyReads,
    summary: 'Das zuletzt registrierte eigene Gerät; 404, wenn es keines gibt.',
    params: z.object({ userId }),
    reply: z.object({ device }),
    problems: ['NOT_FOUND'],
  }),
  register: endpoint('POST', '/api/device-registration/register', {
    access: 'owner',
    owns: { account: 'userId' },
    limit: devices.registerImei.limit,
    summary: 'Ein gekauftes Gerät für das eigene Konto registrieren.',
    // Any text is allowed: a wrong form has an answer of its own.
    body: z.object({ imei: z.string().check(z.maxLength(100)), userId, claimCode }),
    status: 201,
    reply: z.object({ device }),
    problems: ['INVALID_IMEI_FORMAT', 'IMEI_NOT_AVAILABLE', 'IMEI_ALREADY_ASSIGNED', 'DEVICE_LIMIT_REACHED'],
  }),
  transfer: endpoint('POST', '/api/device-registration/transfer', {
    access: 'owner',
    owns: { device: 'deviceId' },
    stepUp: true,
    limit: { kind: 'device-offer', per: 'caller', max: devicesLimits.offersPerDay, minutes: dayMinutes },
    summary:
      'Ein eigenes Gerät einer E-Mail-Adresse anbieten. Es bleibt, bis es mit dem Link aus der E-Mail angenommen wird; die Antwort verrät nicht, ob es dort ein Konto gibt.',
    body: z.object({ deviceId, email }),
    reply: nothing,
    problems: ['VEHICLE_MISSED'],
  }),
  withdrawOffer: endpoint('DELETE', '/api/device-registration/transfer/:id', {
    access: 'owner',
    owns: { device: 'id' },
    limit: manyChanges,
    summary: 'Das Angebot eines eigenen Geräts zurücknehmen; sein Link gilt dann nicht mehr.',
    params: z.object({ id: deviceId }),
    reply: nothing,
    repeat: 'again',
  }),
  accept: endpoint('POST', '/api/device-registration/accept', {
    access: 'public',
    limit: { per: 'network', perMinute: accountLimits.linksPerMinute },
    summary:
      'Mit dem Token aus der E-Mail ein angebotenes Gerät annehmen: Es gehört dann zum Konto dieser Adresse, ohne Positionen und Einstellungen.',
    body: z.object({ token: mailedToken }),
    reply: z.object({ deviceModel: z.string(), email: z.string() }),
    problems: ['OFFER_OVER', 'OFFER_RESTS', 'RECIPIENT_NOT_FOUND', 'DEVICE_LIMIT_REACHED'],
  }),
}
