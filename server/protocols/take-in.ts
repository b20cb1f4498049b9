import type { Logger } from 'pino'
import type { Clock } from '#server/clock.ts'
import { isOutage } from '#server/outage.ts'
import { oldestFirst } from './oldest-first.ts'
import { type Deliver, isBelieved, type StreamMessage, type StreamProtocol } from './protocol.ts'
import { traceOf } from '#server/trace.ts'
import type { TrackerLimits } from './tracker-limits.ts'

/** What a port of frames needs, however its bytes travel. */
export interface Gateway {
  protocol: StreamProtocol
  deliver: Deliver
  clock: Clock
  log: Logger
  trackerLimits: TrackerLimits
}

/** What a message turned out to be, and the bytes that answer it. */
export interface TakenIn {
  outcome: 'ACCEPTED' | 'NOTHING' | 'DAMAGED' | 'UNKNOWN_TRACKER' | 'RATE_LIMITED' | 'FAILED'
  reply: Uint8Array | null
}

/**
 * Delivers what a message says. Its reply is given only when all of it is committed; `FAILED` is not answered at all, and
 * the tracker sends the frame again.
 */
export async function takeIn(message: StreamMessage, address: string, gateway: Gateway): Promise<TakenIn> {
  const { trackerLimits } = gateway
  const { unprovenBy } = gateway.protocol
  const reports = message.reports.map((report) => ({ ...report, unprovenBy }))
  const [first] = reports
  if (first === undefined) return { outcome: message.damaged ? 'DAMAGED' : 'NOTHING', reply: message.reply }
  const receivedAt = gateway.clock.now()
  try {
    // All at once or none, so that a packet that comes again finds what it needs a little later.
    const waitSeconds = await trackerLimits.wait(first, address, receivedAt, reports.length)
    if (waitSeconds > 0) return { outcome: 'RATE_LIMITED', reply: null }
    const deliveries = await Promise.all(oldestFirst(reports).map((report) => gateway.deliver(report, receivedAt)))
    const isKnown = deliveries.every(isBelieved)
    trackerLimits.note(first.identity, address, isKnown)
    if (isKnown && message.unread !== null) {
      gateway.log.warn({ gateway: gateway.protocol.name, unread: message.unread }, 'frame read in part')
    }
    return isKnown
      ? { outcome: 'ACCEPTED', reply: message.reply }
      : { outcome: 'UNKNOWN_TRACKER', reply: message.refusal }
  } catch (error) {
    // That the database is away, or the clock doubted, is said once, not with every report.
    if (!isOutage(error)) {
      gateway.log.error({ gateway: gateway.protocol.name, ...traceOf(error) }, 'report not stored')
    }
    return { outcome: 'FAILED', reply: null }
  }
}
