import * as z from 'zod/mini'
import { endpoint } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { eventsLimits } from './events-limits.ts'

/** That there is something new; the calls about it return what it is. */
export const liveEvent = z
  .union([
    z.object({
      type: z.literal('position'),
      deviceId,
      /** The newest fix time of the new positions. */
      recordedAt: instant,
    }),
    /** A new alarm, or a change of one. */
    z.object({ type: z.literal('alarm'), deviceId }),
    /** A device was added, changed or removed, or sent a sign of life. */
    z.object({ type: z.literal('device'), deviceId }),
    /** The map shows another state of the POIs. */
    z.object({ type: z.literal('pois'), version: z.string() }),
    /** A newer stream of the same user took this one's place; it ends. To open it again takes another one's. */
    z.object({ type: z.literal('replaced') }),
  ])
  .check(z.meta({ id: 'LiveEvent' }))
export type LiveEvent = z.output<typeof liveEvent>

export const events = {
  stream: endpoint('GET', '/api/events', {
    access: 'verified',
    tokenScope: 'POSITIONS',
    limit: { per: 'caller', perMinute: eventsLimits.streamsPerMinute },
    summary:
      'Sagt, sobald es Neues gibt: Positionen, Alarme und Zustand der eigenen Geräte, geänderte POIs (Server-Sent Events).',
    form: 'events',
    mediaType: 'text/event-stream',
    reply: liveEvent,
  }),
}
