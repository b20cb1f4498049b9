import { connectAsync, type MqttClient } from 'mqtt'
import { CommandProblem } from '#server/commands/command.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'

export interface MqttMessage {
  topic: string
  payload: string
}

interface Publication {
  /** The broker's, with user and password if it needs them. */
  url: string
  messageOf(fix: RecordedFix): MqttMessage
}

/** A tracker that publishes each fix; the only answer it gets is the broker's acknowledgement. */
export function mqttTracker({ url, messageOf }: Publication): SimulatedTracker {
  // Without user and password.
  const address = `mqtt://${new URL(url).host}`
  let connection: Promise<Connection> | undefined
  return {
    address,
    async send(fix) {
      connection ??= reach(url, address)
      const { topic, payload } = messageOf(fix)
      const { client, closed } = await connection
      const acknowledged = client.publishAsync(topic, payload, { qos: 1 }).then(() => true)
      // Without a connection, the client would keep the message for ever.
      if (!(await Promise.race([acknowledged, closed.then(() => false)]))) throw unreached(address)
    },
    close() {
      connection?.then(
        ({ client }) => client.end(),
        // `send` reports that the broker was not reached.
        () => undefined,
      )
    },
  }
}

interface Connection {
  client: MqttClient
  /** Resolves when the broker has closed the connection. */
  closed: Promise<void>
}

async function reach(url: string, address: string): Promise<Connection> {
  try {
    const client = await connectAsync(url, { reconnectPeriod: 0 }, false)
    return { client, closed: new Promise((resolve) => client.once('close', resolve)) }
  } catch (error) {
    throw unreached(address, error)
  }
}

function unreached(address: string, cause?: unknown): CommandProblem {
  return new CommandProblem(`Unter ${address} nimmt kein MQTT-Broker an. Stimmt MQTT_URL, mit Benutzer und Passwort?`, {
    cause,
  })
}
