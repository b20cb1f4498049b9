import type { Logger } from 'pino'
import type { Clock } from '#server/platform/clock.ts'
import { isOutage } from '#server/platform/outage.ts'
import { oldestFirst } from './oldest-first.ts'
import type { ReceptionLog } from './reception-log.ts'
import { type Deliver, isAccepted, type RequestPosition, type StreamMessage, type StreamProtocol } from './protocol.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import type { TrackerLimits } from './tracker-limits.ts'

/** What a port for frames needs, whatever the transport. */
export interface Gateway {
  protocol: StreamProtocol
  deliver: Deliver
  clock: Clock
  log: Logger
  outcomes: ReceptionLog
  trackerLimits: TrackerLimits
}

/** The outcome of a message, and the bytes that answer it. */
export interface HandledMessage {
  outcome: 'ACCEPTED' | 'NOTHING' | 'BEFORE_LOGIN' | 'DAMAGED' | 'UNKNOWN_TRACKER' | 'RATE_LIMITED' | 'FAILED'
  reply: Uint8Array | null
}

/**
 * Delivers the reports of a message. Its reply is returned only when all of it is committed. `FAILED` is not answered at
 * all, and the tracker sends the frame again.
 */
export async function handleMessage(
  message: StreamMessage,
  address: string,
  gateway: Gateway,
  requestPosition?: RequestPosition,
): Promise<HandledMessage> {
  const { trackerLimits, outcomes } = gateway
  const { name, unprovenBy } = gateway.protocol
  const reports = message.reports.map((report) => ({ ...report, unprovenBy }))
  const [first] = reports
  if (first === undefined) {
    const outcome = message.damaged ? 'DAMAGED' : message.needsLogin ? 'BEFORE_LOGIN' : 'NOTHING'
    outcomes.note(name, null, outcome)
    return { outcome, reply: message.reply }
  }
  const noteAll = (outcome: string) => {
    for (const { identity } of reports) outcomes.note(name, identity, outcome)
  }
  const receivedAt = gateway.clock.now()
  try {
    // All at once or none, so that a packet that comes again finds what it needs a little later.
    const waitSeconds = await trackerLimits.wait(first, address, receivedAt, reports.length)
    if (waitSeconds > 0) {
      noteAll('RATE_LIMITED')
      return { outcome: 'RATE_LIMITED', reply: null }
    }
    const deliveries = await Promise.all(
      oldestFirst(reports).map((report) => gateway.deliver(report, receivedAt, requestPosition)),
    )
    for (const delivery of deliveries) outcomes.note(name, first.identity, delivery)
    const isKnown = deliveries.every(isAccepted)
    trackerLimits.note(first.identity, address, isKnown)
    if (isKnown) for (const report of reports) outcomes.noteUnread(name, report)
    return isKnown
      ? { outcome: 'ACCEPTED', reply: message.reply }
      : { outcome: 'UNKNOWN_TRACKER', reply: message.refusal }
  } catch (error) {
    // An outage of the database, or a doubted clock, is logged once, not with every report.
    if (!isOutage(error)) {
      gateway.log.error({ gateway: gateway.protocol.name, ...errorFields(error) }, 'report not stored')
    }
    noteAll('FAILED')
    return { outcome: 'FAILED', reply: null }
  }
}
