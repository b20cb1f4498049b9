import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type IPublishPacket, type MqttClient } from 'mqtt'
import type { Logger } from 'pino'
import { httpLimits } from '#contract/http-limits.ts'
import type { Clock } from '#server/clock.ts'
import { decodeMqtt, positionRequest } from './owntracks.ts'
import { createRequestLimit } from './position-requests.ts'
import type { Outcomes } from './outcomes.ts'
import type { Delivery } from '#domain/reception/outcome.ts'
import { type Deliver, isAccepted, type RequestPosition } from './protocol.ts'

/** A broker to which trackers report. */
export interface Subscription {
  /** Lets the present message be stored, then leaves. The broker keeps what comes after. */
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
  outcomes: Outcomes
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
 * Takes reports of OwnTracks from an MQTT broker, one after the other. Each is acknowledged when `deliver` has committed
 * it; until then it is tried again, and the broker sends it again over the next connection. Never throws: while the broker
 * is away, it waits.
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
    // Done by hand below, so that a refusal is noticed.
    resubscribe: false,
  })
  const mayRequest = createRequestLimit()
  const leaving = new AbortController()
  /** Ends with the connection: a message from an old one cannot be acknowledged over the next. */
  let connection = new AbortController()
  let inHand: Promise<void> = Promise.resolve()
  client.handleMessage = (packet, acknowledge) => {
    if (leaving.signal.aborted) return
    const { signal } = connection
    let isInDoubt = false
    const note = () => {
      isInDoubt = true
    }
    const taken = takeIn(packet, options, note, AbortSignal.any([leaving.signal, signal]))
    const answered = taken.then((isDone) => {
      if (!isDone || signal.aborted) return
      acknowledge()
      if (!isInDoubt || packet.retain || !mayRequest(packet.topic, options.clock.now())) return
      // The broker may not allow it, or the app may be away: it is asked once, and nothing waits for it.
      client.publish(`${packet.topic}/cmd`, positionRequest, { qos: 0 }, () => {})
    })
    // Over a new connection a message comes before the old connection's one is given up. Finished messages must keep
    // nothing of the past.
    inHand = Promise.all([inHand, answered]).then(() => undefined)
  }
  client.on('close', () => {
    connection.abort()
    connection = new AbortController()
  })
  client.on('connect', () => client.subscribe(reportTopics, { qos: 1 }, (error) => told(error)))
  const told = logBroker(client, options.log, leaving.signal)
  return {
    async close() {
      leaving.abort()
      await inHand
      await client.endAsync(true)
    },
  }
}

/** Returns true once a message may be acknowledged, false if it was given up with the connection. */
async function takeIn(
  packet: IPublishPacket,
  options: SubscribeOptions,
  requestPosition: RequestPosition,
  given: AbortSignal,
): Promise<boolean> {
  const { deliver, clock, log, outcomes, pauses = usualPauses } = options
  const startedAt = performance.now()
  const receivedAt = clock.now()
  const payload = Buffer.from(packet.payload)
  const report = payload.length > httpLimits.bodyBytes ? null : decodeMqtt(packet.topic, payload, receivedAt)
  for (let pauseMs = pauses.deliverMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    let outcome: Delivery | 'NO_REPORT' | 'FAILED'
    try {
      // The broker sends retained messages at every subscription, however old they are.
      outcome =
        report === null
          ? 'NO_REPORT'
          : await deliver({ ...report, isReplay: packet.retain }, receivedAt, requestPosition)
    } catch {
      outcome = 'FAILED'
    }
    outcomes.note(gateway, report?.identity ?? null, outcome)
    if (report !== null && outcome !== 'NO_REPORT' && outcome !== 'FAILED' && isAccepted(outcome)) {
      outcomes.noteUnread(gateway, report)
    }
    if (outcome !== 'FAILED') return true
    const ms = Math.round(performance.now() - startedAt)
    log.error({ gateway, outcome, ms }, 'report not stored')
    const goesOn = await sleep(pauseMs, true, { signal: given }).catch(() => false)
    if (!goesOn) return false
  }
}

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
