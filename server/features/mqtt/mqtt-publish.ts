import { randomUUID } from 'node:crypto'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import { mqttServerLimits } from '#contract/mqtt/mqtt-limits.ts'
import type { MqttFailure } from '#contract/mqtt/mqtt.ts'
import type { RetainedMessage } from '#domain/mqtt/home-assistant.ts'
import { isInternetUrl, lookupWithin, type Reach } from '#server/platform/outgoing/internet-address.ts'

export interface Broker {
  host: string
  port: number
  username: string | null
  password: string | null
}

/** Connects, publishes all of it to be kept by the broker, and leaves. Null: the broker has it. */
export type PublishToBroker = (broker: Broker, messages: readonly RetainedMessage[]) => Promise<MqttFailure | null>

/** The form in which an address is checked: a name, and a port that is not a machine's own service. */
export function brokerAddress({ host, port }: Pick<Broker, 'host' | 'port'>): string {
  return `https://${host}:${port}`
}

/** Over TLS alone. The addresses of its name are checked when the connection is made, and exactly these are connected to. */
export function createPublishToBroker(reach: Reach, timeoutMs: number = mqttServerLimits.timeoutMs): PublishToBroker {
  return async (broker, messages) => {
    // The rule may have become stricter since the address was stored.
    if (!isInternetUrl(brokerAddress(broker), reach, 'free')) return 'UNREACHABLE'
    const { host, port, username, password } = broker
    const options: IClientOptions & ReturnType<typeof lookupWithin> = {
      protocol: 'mqtts',
      host,
      port,
      ...(username !== null && { username }),
      ...(password !== null && { password }),
      clientId: `wegwarte-${randomUUID()}`,
      clean: true,
      reconnectPeriod: 0,
      connectTimeout: timeoutMs,
      ...lookupWithin(reach),
    }
    const client = connect(options)
    readLittle(client)
    const { promise, resolve } = Promise.withResolvers<MqttFailure | null>()
    const late = setTimeout(() => resolve('UNREACHABLE'), timeoutMs)
    client.on('error', (error) => resolve(failureOf(error)))
    client.on('close', () => resolve('UNREACHABLE'))
    client.on('connect', () => {
      Promise.all(messages.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1, retain: true })))
        .then(() => resolve(null))
        .catch((error: unknown) => resolve(failureOf(error)))
    })
    try {
      return await promise
    } finally {
      clearTimeout(late)
      client.end(true)
    }
  }
}

/** A packet is up to 256 MB long, and is collected before it is read. */
function readLittle(client: MqttClient): void {
  let bytes = 0
  client.stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mqttServerLimits.readBytes) client.stream.destroy()
  })
}

/** Refused by the broker's own answer (MQTT 3.1.1, 3.2.2.3), or by TLS. */
function failureOf(error: unknown): MqttFailure {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'number') return 'REFUSED'
  const isTls = typeof code === 'string' && /CERT|SIGNATURE|ERR_TLS|ERR_SSL/.test(code)
  return isTls ? 'CERTIFICATE' : 'UNREACHABLE'
}
