import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { instant, latitude, longitude } from '#contract/base/place.ts'
import { devicesLimits } from './devices/devices-limits.ts'

/** Why a position that its owner wants was understood but not stored: `NO_FIX` if the tracker did not know its place. */
export const lossReasons = ['NO_FIX', 'IN_THE_FUTURE', 'TOO_OLD'] as const
export type LossReason = (typeof lossReasons)[number]

/** Why a position was understood but not stored. `UNSTORABLE`: it contains what the database cannot store. */
export const discardReasons = [
  'TRACKING_OFF',
  'NO_OWNER',
  ...lossReasons,
  'DUPLICATE',
  'THINNED_OUT',
  'UNSTORABLE',
] as const
export type DiscardReason = (typeof discardReasons)[number]

/** A position as a device reports it over the API. Absent `recordedAt` means: now. */
const reportedPosition = z.object({
  latitude,
  longitude,
  /** Metres. */
  accuracy: z.optional(z.number().check(z.gte(0))),
  recordedAt: z.optional(instant),
})

export const reception = {
  reportPosition: endpoint('POST', '/api/devices/:id/position', {
    access: 'device',
    owns: { device: 'id' },
    limit: { per: 'caller', perMinute: devicesLimits.reportsPerMinute },
    summary: 'Eine Position melden: das Gerät selbst mit seinem Schlüssel, oder sein Besitzer.',
    params: z.object({ id: deviceId }),
    body: reportedPosition,
    status: 201,
    reply: z.object({ stored: z.boolean(), reason: z.optional(z.enum(discardReasons)) }),
  }),
}
