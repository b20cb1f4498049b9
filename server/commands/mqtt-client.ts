import { connectAsync, type MqttClient } from 'mqtt'
import { CommandProblem } from './command.ts'
import type { RecordedFix } from './gpx-recording.ts'
import type { SimulatedTracker } from './simulated-tracker.ts'

export interface MqttMessage {
  topic: string
  payload: string
}

interface Publication {
  /** Of the broker, with user and password where it asks for them. */
  url: string
  messageOf(fix: RecordedFix): MqttMessage
}

/** A tracker that publishes each fix; the broker's acknowledgement is all that it ever hears. */
export function mqttTracker({ url, messageOf }: Publication): SimulatedTracker {
  // Without user and password.
  const address = `mqtt://${new URL(url).host}`
  let connection: Promise<MqttClient> | undefined
  return {
    address,
    async send(fix) {
      connection ??= reach(url, address)
      const { topic, payload } = messageOf(fix)
      await (await connection).publishAsync(topic, payload, { qos: 1 })
    },
    close() {
      connection?.then(
        (client) => client.end(),
        // Whoever sent was told that it was not reached.
        () => undefined,
      )
    },
  }
}

async function reach(url: string, address: string): Promise<MqttClient> {
  try {
    return await connectAsync(url, { reconnectPeriod: 0 }, false)
  } catch (error) {
    throw new CommandProblem(
      `Unter ${address} nimmt kein MQTT-Broker an. Stimmt MQTT_URL, mit Benutzer und Passwort?`,
      {
        cause: error,
      },
    )
  }
}
