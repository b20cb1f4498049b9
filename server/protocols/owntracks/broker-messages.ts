import type { IPublishPacket } from 'mqtt'
import { httpLimits } from '#contract/limits/http-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isOutage } from '#server/platform/outage.ts'
import type { Logger } from 'pino'
import type { ReceptionLog } from '#server/protocols/reception-log.ts'
import { decodeMqtt } from './owntracks.ts'
import { type Deliver, isAccepted, type Report } from '#server/protocols/protocol.ts'

/** A message of a broker, until it is acknowledged. */
export interface BrokerMessage {
  topic: string
  /** By which it is acknowledged; null if the broker expects nothing. */
  packetId: number | null
  isRetained: boolean
  /** Null if it is none. */
  report: Report | null
  /** When it was read, or is tried again: our clock may have been wrong before. */
  receivedAt: Date
  isTriedAgain: boolean
  /** One more fix would tell whether the vehicle is being stolen. Known once it is delivered. */
  isInDoubt: boolean
}

/** Never throws. */
export function readMessage(packet: IPublishPacket, receivedAt: Date): BrokerMessage {
  const payload = Buffer.from(packet.payload)
  const report = payload.length > httpLimits.bodyBytes ? null : decodeMqtt(packet.topic, payload, receivedAt)
  return {
    topic: packet.topic,
    packetId: packet.qos === 0 ? null : (packet.messageId ?? null),
    isRetained: packet.retain,
    // The broker sends retained messages at every subscription, however old they are.
    report: report === null ? null : { ...report, isReplay: packet.retain },
    receivedAt,
    isTriedAgain: false,
    isInDoubt: false,
  }
}

/** What takes messages in, and tells what became of them. */
export interface DeliveryParts {
  gateway: string
  deliver: Deliver
  clock: Clock
  log: Logger
  outcomes: ReceptionLog
}

interface Delivered {
  done: BrokerMessage[]
  /** Those that could not be stored, in their order. */
  failed: BrokerMessage[]
}

/** Delivers messages side by side, so that they are committed together. */
export async function deliverMessages(
  messages: readonly BrokerMessage[],
  { gateway, deliver, clock, log, outcomes }: DeliveryParts,
): Promise<Delivered> {
  const startedAt = performance.now()
  const results = await Promise.allSettled(
    messages.map(async (message) => {
      if (message.isTriedAgain) message.receivedAt = clock.now()
      const { report, receivedAt } = message
      if (report === null) return 'NO_REPORT'
      return deliver(report, receivedAt, () => void (message.isInDoubt = true))
    }),
  )
  const delivered: Delivered = { done: [], failed: [] }
  let isOurFault = false
  for (const [index, message] of messages.entries()) {
    const result = results[index]
    const outcome = result?.status === 'fulfilled' ? result.value : 'FAILED'
    outcomes.note(gateway, message.report?.identity ?? null, outcome)
    delivered[outcome === 'FAILED' ? 'failed' : 'done'].push(message)
    // As if the broker had sent it again: what was doubted by a clock that was wrong is believed once that is right.
    if (outcome === 'FAILED') message.isTriedAgain = true
    if (result?.status === 'rejected') isOurFault ||= !isOutage(result.reason)
    if (message.report === null || outcome === 'FAILED' || outcome === 'NO_REPORT' || !isAccepted(outcome)) continue
    outcomes.noteUnread(gateway, message.report)
  }
  // An outage of the database, or a doubted clock, is logged once, not with every report.
  if (isOurFault) {
    const ms = Math.round(performance.now() - startedAt)
    log.error({ gateway, outcome: 'FAILED', messages: delivered.failed.length, ms }, 'report not stored')
  }
  return delivered
}

/** The packets that acknowledge these messages (MQTT 3.1.1, section 3.4). */
export function acknowledgementsOf(packetIds: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * packetIds.length)
  for (const [index, id] of packetIds.entries()) {
    bytes.writeUInt16BE(pubackHead, 4 * index)
    bytes.writeUInt16BE(id, 4 * index + 2)
  }
  return bytes
}

/** Its kind, and the length of what follows: two bytes. */
const pubackHead = 0x4002
