import type { MqttFailure } from '#contract/mqtt/mqtt.ts'
import {
  flag,
  instant,
  integer,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type MqttTables = Rows<typeof mqttRegister>

export const mqttRegister = register(
  {
    id: 'mqtt',
    group: 'account',
    title: 'MQTT-Broker',
    what: 'Welcher Broker den Zustand welcher Ihrer Fahrzeuge bekommt, mit Benutzer und Passwort, wann das zuletzt gelang und warum nicht.',
    purpose: 'damit Home Assistant und andere Programme Ihre Fahrzeuge zeigen',
    basis: { article: 'b' },
    kept: 'Bis Sie den Broker entfernen, oder mit dem Konto.',
    seenBy: 'Wer den Broker betreibt, den Sie angeben: Name, Ort, Akku und Alarm der Fahrzeuge, die Sie wählen.',
  },
  {
    /** Brokers that keep the newest state of their owners' vehicles: one of each account. */
    mqtt_brokers: table(
      { part: 'MQTT-Broker', whose: theirs, order: ['saved_at', 'user_id'] },
      {
        user_id: owner,
        host: text().is('Broker'),
        port: integer().is('Port'),
        username: text().orNull.is('Benutzer'),
        /** As it is: the broker wants it, and a key beside the database would protect nothing (decision 9). */
        password: text().orNull.not(reasons.secret),
        saved_at: instant().is('Eingetragen'),
        /** A publisher is at work since then; null: none is. */
        begun_at: instant().orNull.not(reasons.inner),
        /** What was committed until then has arrived. */
        published_at: instant().orNull.is('Zuletzt angenommen'),
        failure: text<MqttFailure>().orNull.is('Fehler'),
        /** Failures in a row. */
        tries: integer().byDefault.is('Fehlversuche'),
        retry_at: instant().orNull.is('Nächster Versuch'),
        paused: flag().byDefault.is('Pausiert'),
      },
    ),
    /** The vehicles that it shows. */
    mqtt_devices: table(
      { part: 'Fahrzeuge beim MQTT-Broker', whose: theirs, order: ['device_id'] },
      { user_id: owner, device_id: text().is('Gerät') },
    ),
  },
)
