import * as z from 'zod/mini'
import { manyChanges, manyReads } from '#contract/base/call-limit.ts'
import { endpoint, nothing } from '#contract/base/endpoint.ts'
import { deviceId } from '#contract/base/identity.ts'
import { instant } from '#contract/base/place.ts'
import { oneLine, text } from '#contract/base/text.ts'
import { mqttLimits as limits } from './mqtt-limits.ts'

/**
 * Why the last try failed. `UNREACHABLE`: nothing answers. `CERTIFICATE`: its certificate is not valid for its name. `REFUSED`: it
 * refuses user and password, or publishing.
 */
export const mqttFailures = ['UNREACHABLE', 'CERTIFICATE', 'REFUSED'] as const
export type MqttFailure = (typeof mqttFailures)[number]

export const mqttBroker = z
  .object({
    host: z.string(),
    port: z.number(),
    username: z.nullable(z.string()),
    deviceIds: z.array(deviceId),
    /** When the newest state was last taken; null: never. */
    publishedAt: z.nullable(instant),
    /** Null: the last try succeeded, or there was none. */
    failure: z.nullable(z.enum(mqttFailures)),
    /** Password or address of the account have changed: somebody else may have entered it. */
    paused: z.boolean(),
  })
  .check(z.meta({ id: 'MqttBroker' }))
export type MqttBroker = z.output<typeof mqttBroker>

const hostMessage = 'Bitte geben Sie den Namen des Brokers an, etwa haus.example.org, ohne mqtts:// davor.'
const portMessage = `Bitte geben Sie den Port an, meist ${limits.usualPort}.`
const usernameMessage = `Ein Benutzername darf höchstens ${limits.usernameLength} Zeichen haben.`
const passwordMessage = `Ein Passwort darf höchstens ${limits.passwordLength} Zeichen haben.`
const devicesMessage = 'Bitte wählen Sie mindestens ein Fahrzeug.'

/** What its owner enters. */
export const mqttEntry = z.object({
  host: text(limits.hostLength, hostMessage, hostMessage).check(z.regex(/^[A-Za-z0-9.-]+$/, hostMessage)),
  port: z.int(portMessage).check(z.gte(1, portMessage), z.lte(65_535, portMessage)),
  /** Null: the broker needs none. */
  username: z.nullable(oneLine(limits.usernameLength, usernameMessage)),
  password: z.nullable(text(limits.passwordLength, passwordMessage)),
  deviceIds: z
    .array(deviceId, devicesMessage)
    .check(
      z.minLength(1, devicesMessage),
      z.maxLength(limits.longestDevices, `Bitte wählen Sie höchstens ${limits.longestDevices} Fahrzeuge.`),
    ),
})
export type MqttEntry = z.output<typeof mqttEntry>

const reply = z.object({ broker: z.nullable(mqttBroker) })

export const mqtt = {
  get: endpoint('GET', '/api/mqtt', {
    access: 'verified',
    limit: manyReads,
    summary: 'Der MQTT-Broker des Kontos, ohne sein Passwort; null, wenn keiner eingetragen ist.',
    reply,
  }),
  save: endpoint('PUT', '/api/mqtt', {
    access: 'verified',
    stepUp: true,
    limit: { kind: 'mqtt', per: 'caller', max: limits.savedPerHour, minutes: 60 },
    summary:
      'Einen MQTT-Broker eintragen oder ersetzen. Dorthin geht der Zustand der Fahrzeuge mit ihrem Ort, nach den Regeln von Home Assistant.',
    body: mqttEntry,
    reply,
    problems: ['FORBIDDEN', 'MQTT_ADDRESS', 'ADDRESS_PRIVATE', 'ADDRESS_UNKNOWN', 'DEMO_READ_ONLY'],
  }),
  remove: endpoint('DELETE', '/api/mqtt', {
    repeat: 'until-gone',
    access: 'verified',
    limit: manyChanges,
    summary: 'Den MQTT-Broker entfernen. Er bekommt sofort nichts mehr.',
    reply: nothing,
    problems: ['NOT_FOUND', 'DEMO_READ_ONLY'],
  }),
}
