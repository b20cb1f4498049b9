import { connect, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createMessageIntake } from './message-intake.ts'
import { positionRequest } from './owntracks.ts'
import { createRequestLimit } from '#server/protocols/position-requests.ts'
import type { ReceptionLog } from '#server/protocols/reception-log.ts'
import type { Deliver } from '#server/protocols/protocol.ts'

/** A broker to which trackers report. */
export interface Subscription {
  /** Lets the messages in work be stored, then leaves. The broker keeps what comes after. */
  close(): Promise<void>
}

export interface SubscribeOptions {
  /** The broker's address, with user and password if it needs them. Never logged. */
  url: string
  /** The name by which the broker knows us: it delivers what came for this name while we were away. */
  clientId: string
  deliver: Deliver
  clock: Clock
  log: Logger
  outcomes: ReceptionLog
  /** Pauses before the broker, or the database, is tried again. */
  pauses?: { reconnectMs: number; deliverMs: number }
  /** A broker that hears nothing of us for one and a half of it gives us up, and we give up the broker. */
  keepAliveSeconds?: number
}

/** Where the apps report places; what they send to the topics below is no report. */
const reportTopics = 'owntracks/+/+'
const gateway = 'owntracks-mqtt'
const usualPauses = { reconnectMs: 5_000, deliverMs: 1_000 }

/**
 * Takes reports of OwnTracks from an MQTT broker: many at a time, those of one topic in their order. Each is acknowledged when
 * `deliver` has committed it; until then it is tried again, and the broker sends it again over the next connection. While
 * too many are in work, nothing is read, and the broker keeps the rest. Never throws: while the broker is away, it waits.
 */
export function subscribeOwntracks(options: SubscribeOptions): Subscription {
  const { url, clientId, log, clock, pauses = usualPauses } = options
  const { keepAliveSeconds = gatewayServerLimits.brokerKeepAliveSeconds } = options
  const client = connect(url, {
    clientId,
    // The broker keeps what it could not deliver.
    clean: false,
    keepalive: keepAliveSeconds,
    // Its own watch counts nothing but answers to pings, and they wait behind a backlog. Ours is `broker-watch.ts`.
    timerVariant: noTimer,
    reconnectPeriod: pauses.reconnectMs,
    // An account that is refused now may be set up later.
    reconnectOnConnackError: true,
    // Done by hand below, so that a refusal is noticed.
    resubscribe: false,
  })
  const leaving = new AbortController()
  const mayRequest = createRequestLimit()
  /** Of connections that have ended. */
  const inWork = new Set<Promise<void>>()
  const request = (topic: string) => {
    if (!mayRequest(topic, clock.now())) return
    // The broker may not allow it, or the app may be away: it is asked once, and nothing waits for it.
    client.publish(`${topic}/cmd`, positionRequest, { qos: 0 }, () => {})
  }
  const openIntake = () =>
    createMessageIntake({
      ...options,
      gateway,
      firstPauseMs: pauses.deliverMs,
      keepAliveSeconds,
      send: (bytes) => void client.stream.write(bytes),
      request,
      leaving: leaving.signal,
    })
  let intake = openIntake()
  client.handleMessage = (packet, next) => {
    if (!leaving.signal.aborted) intake.take(packet, () => next(acknowledgedLater))
  }
  client.on('close', () => {
    const ended = intake.close().finally(() => inWork.delete(ended))
    inWork.add(ended)
    intake = openIntake()
  })
  const told = logBroker(client, log, leaving.signal)
  client.on('connect', () => {
    intake.listen(client.stream, () => client.sendPing())
    client.subscribe(reportTopics, { qos: 1 }, (error) => told(error))
  })
  return {
    async close() {
      leaving.abort()
      // Who takes over has the same name at the broker: to come back would throw them out.
      client.options.reconnectPeriod = 0
      await Promise.all([...inWork, intake.idle()])
      await client.endAsync(true)
    },
  }
}

/** An error is how the client is told to go on without an acknowledgement of its own. */
const acknowledgedLater = new Error('acknowledged after the commit')
/** It never rings. */
const noTimer = { set: () => 0, clear: () => {} }

/** Logs when the broker is reached and when it no longer is, once each, with the kind of error and never its text. */
function logBroker(client: MqttClient, log: Logger, leaving: AbortSignal): (refusal: Error | null) => void {
  let isReached: boolean | null = null
  let cause: string | number | undefined
  const note = (error: Error) => void (cause = kindOf(error))
  client.on('error', note)
  client.on('close', () => {
    if (isReached === false || leaving.aborted) return
    isReached = false
    log.warn({ gateway, cause }, 'broker not reached, trying again')
  })
  return (refusal) => {
    if (leaving.aborted) return
    if (refusal !== null) return log.error({ gateway, cause: kindOf(refusal) }, 'broker refused the subscription')
    isReached = true
    cause = undefined
    log.info({ gateway }, 'broker reached')
  }
}

/** An operating system's or MQTT's code for an error. Its text can contain the address with the password. */
function kindOf(error: Error): string | number {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? code : error.name
}
