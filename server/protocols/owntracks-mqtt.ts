import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type IPublishPacket, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { limits } from '#contract/limits.ts'
import type { Clock } from '#server/clock.ts'
import { decodeMqtt } from './owntracks.ts'
import type { Deliver, Delivery } from './protocol.ts'

/** A broker that trackers report to. */
export interface Subscription {
  /** Lets the message in hand be stored, then leaves. The broker keeps what comes after. */
  close(): Promise<void>
}

export interface SubscribeOptions {
  /** Of the broker, with user and password where it asks for them. Never logged. */
  url: string
  /** What the broker knows us by: under the same name it hands out what came while we were away. */
  clientId: string
  deliver: Deliver
  clock: Clock
  log: Logger
  /** Pauses before the broker, or the database, is tried again. */
  pauses?: { reconnectMs: number; deliverMs: number }
}

/** Where the apps report places; what they send to the topics below is no report. */
const reportTopics = 'owntracks/+/+'
const gateway = 'owntracks-mqtt'
const usualPauses = { reconnectMs: 5_000, deliverMs: 1_000 }
const longestPauseMs = 30_000
const keepAliveSeconds = 30

/**
 * Takes reports of OwnTracks from an MQTT broker, one after the other. Each is acknowledged when `deliver` has it
 * committed; until then it is tried again, and the broker sends it again over the next connection. Never throws: where
 * the broker is away, it is waited for.
 */
export function subscribeOwntracks(options: SubscribeOptions): Subscription {
  const { url, clientId, pauses = usualPauses } = options
  const client = connect(url, {
    clientId,
    // The broker keeps what it could not deliver.
    clean: false,
    keepalive: keepAliveSeconds,
    reconnectPeriod: pauses.reconnectMs,
    // An account that is refused now may be set up later.
    reconnectOnConnackError: true,
    // Done by hand below, so that a refusal is told.
    resubscribe: false,
  })
  const leaving = new AbortController()
  /** Ends with the connection: what came over an old one cannot be acknowledged over the next. */
  let connection = new AbortController()
  let inHand: Promise<void> = Promise.resolve()
  client.handleMessage = (packet, acknowledge) => {
    if (leaving.signal.aborted) return
    const { signal } = connection
    const taken = takeIn(packet, options, AbortSignal.any([leaving.signal, signal]))
    const answered = taken.then((isDone) => void (isDone && !signal.aborted && acknowledge()))
    // Over a new connection one comes before that of the old one is given up. What is done must hold nothing of the past.
    inHand = Promise.all([inHand, answered]).then(() => undefined)
  }
  client.on('close', () => {
    connection.abort()
    connection = new AbortController()
  })
  client.on('connect', () => client.subscribe(reportTopics, { qos: 1 }, (error) => told(error)))
  const told = tellOfBroker(client, options.log, leaving.signal)
  return {
    async close() {
      leaving.abort()
      await inHand
      await client.endAsync(true)
    },
  }
}

/** Gives true once a message may be acknowledged, false where it was given up with the connection. */
async function takeIn(packet: IPublishPacket, options: SubscribeOptions, given: AbortSignal): Promise<boolean> {
  const { deliver, clock, log, pauses = usualPauses } = options
  const startedAt = performance.now()
  const receivedAt = clock.now()
  const payload = Buffer.from(packet.payload)
  const report = payload.length > limits.http.bodyBytes ? null : decodeMqtt(packet.topic, payload, receivedAt)
  for (let pauseMs = pauses.deliverMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    let outcome: Delivery | 'NO_REPORT' | 'FAILED'
    try {
      // What the broker retained is told at every subscription, however old.
      outcome = report === null ? 'NO_REPORT' : await deliver({ ...report, isReplay: packet.retain }, receivedAt)
    } catch {
      outcome = 'FAILED'
    }
    const ms = Math.round(performance.now() - startedAt)
    if (outcome !== 'FAILED') {
      log.info({ gateway, outcome, ms })
      return true
    }
    log.error({ gateway, outcome, ms }, 'report not stored')
    const goesOn = await sleep(pauseMs, true, { signal: given }).catch(() => false)
    if (!goesOn) return false
  }
}

/** Tells when the broker is reached and when it no longer is, once each, with the kind of error and never its text. */
function tellOfBroker(client: MqttClient, log: Logger, leaving: AbortSignal): (refusal: Error | null) => void {
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

/** An operating system's or MQTT's code for an error. Its text can hold the address with the password. */
function kindOf(error: Error): string | number {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? code : error.name
}
