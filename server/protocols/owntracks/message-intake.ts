import { Socket } from 'node:net'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { secondMs } from '#contract/base/time-units.ts'
import {
  acknowledgementsOf,
  type BrokerMessage,
  deliverMessages,
  type DeliveryParts,
  readMessage,
} from './broker-messages.ts'
import { watchBroker } from './broker-watch.ts'
import { createMessageWindow } from './message-window.ts'
import { createTopicLanes } from './topic-lanes.ts'

interface Parts extends DeliveryParts {
  /** Before a message that could not be stored is tried again for the first time. */
  firstPauseMs: number
  keepAliveSeconds: number
  send(bytes: Buffer): void
  /** Asks the app of a topic where it is. */
  request(topic: string): void
  /** From then on no more is begun, and what is in work is still acknowledged. */
  leaving: AbortSignal
}

const longestPauseMs = 30_000

/** Takes in what comes over one connection to a broker: a message of an old one cannot be acknowledged over the next. */
export function createMessageIntake(parts: Parts) {
  const { clock, firstPauseMs, keepAliveSeconds, send, request, leaving } = parts
  const closed = new AbortController()
  const window = createMessageWindow<BrokerMessage>({
    messages: gatewayServerLimits.messagesInWork,
    bytes: gatewayServerLimits.messageBytesInWork,
  })
  /** Set while the window is full. */
  let readOn: (() => void) | null = null
  let stopListening = () => {}

  const acknowledge = (done: readonly BrokerMessage[]) => {
    if (closed.signal.aborted) return
    const packetIds = window.finish(done).flatMap(({ packetId }) => packetId ?? [])
    if (packetIds.length > 0) send(acknowledgementsOf(packetIds))
    for (const { topic, isInDoubt, isRetained } of done) if (isInDoubt && !isRetained) request(topic)
    if (readOn === null || window.isFull()) return
    const next = readOn
    readOn = null
    next()
  }
  const work = async (messages: readonly BrokerMessage[]) => {
    const { done, failed } = await deliverMessages(messages, parts)
    acknowledge(done)
    return failed
  }
  const given = AbortSignal.any([leaving, closed.signal])
  const lanes = createTopicLanes(work, { firstMs: firstPauseMs, longestMs: longestPauseMs }, given)

  return {
    /** @param next reads the next message. It waits while too many are in work. */
    take(packet: IPublishPacket, next: () => void): void {
      const message = readMessage(packet, clock.now())
      window.add(message, packet.payload.length)
      lanes.add(message.topic, message)
      if (window.isFull()) readOn = next
      else next()
    },

    listen(stream: MqttClient['stream'], ping: () => void): void {
      // An acknowledgement has four bytes, and does not wait until the one before has arrived.
      if (stream instanceof Socket) stream.setNoDelay(true)
      const leave = () => void stream.destroy(Object.assign(new Error('the broker is silent'), { code: 'ETIMEDOUT' }))
      const isReading = () => !window.isFull()
      stopListening = watchBroker({ stream, isReading, ping, leave }, (keepAliveSeconds * secondMs) / 2)
    },

    /** Resolves when nothing is in work any more. */
    idle: () => lanes.idle(),

    /** The connection has ended. Resolves like `idle`; nothing more is acknowledged. */
    close(): Promise<void> {
      stopListening()
      closed.abort()
      return lanes.idle()
    },
  }
}
