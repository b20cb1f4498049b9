import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { deviceId } from '#contract/identity.ts'
import { instant } from '#contract/place.ts'

/** That there is something new; what it is, the calls about it say. */
export const liveEvent = z
  .union([
    z.object({
      type: z.literal('position'),
      deviceId,
      /** The newest fix time of those that have come. */
      recordedAt: instant,
    }),
    /** A new alarm, or news of one. */
    z.object({ type: z.literal('alarm'), deviceId }),
    /** A device was added, changed, removed, or has given a sign of life. */
    z.object({ type: z.literal('device'), deviceId }),
    /** The map shows another state of the POIs. */
    z.object({ type: z.literal('pois'), version: z.string() }),
  ])
  .check(z.meta({ id: 'LiveEvent' }))
export type LiveEvent = z.output<typeof liveEvent>

export const events = {
  stream: endpoint('GET', '/api/events', {
    access: 'verified',
    limit: { per: 'caller', perMinute: limits.events.streamsPerMinute },
    summary:
      'Sagt, sobald es Neues gibt: Positionen, Alarme und Zustand der eigenen Geräte, geänderte POIs (Server-Sent Events).',
    form: 'events',
    mediaType: 'text/event-stream',
    reply: liveEvent,
  }),
}
