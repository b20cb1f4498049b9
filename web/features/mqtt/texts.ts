import type { MqttFailure } from '#contract/mqtt/mqtt.ts'

export const mqttTexts = {
  title: 'Home Assistant (MQTT)',
  lead: 'Home Assistant zeigt Ort, Akku und Alarm Ihrer Fahrzeuge, wenn Sie hier seinen MQTT-Broker eintragen. Er findet sie von selbst.',
  places: 'Der Broker bekommt den Ort binnen einer Minute, auch in Ihren Privatzonen, und behält den letzten.',
  loading: 'Ihr Broker wird geladen …',
  failed: 'Ihr Broker konnte nicht geladen werden',
  none: 'Noch ist kein Broker eingetragen.',
  list: 'Ihr MQTT-Broker',
  add: 'Broker eintragen',
  change: 'Ändern',

  form: {
    host: 'Broker',
    hostHint: 'Ein Name im Internet, etwa haus.example.org. Die Verbindung ist immer verschlüsselt (mqtts).',
    port: 'Port',
    username: 'Benutzer',
    usernameHint: 'Leer, wenn der Broker keinen verlangt.',
    password: 'Passwort',
    passwordAgain: 'Bitte noch einmal eingeben. Leer heißt: der Broker verlangt keines.',
    devices: 'Welche Fahrzeuge',
    submit: 'Broker speichern',
  },
  saved: 'Der Broker ist eingetragen. Gleich geht der Zustand Ihrer Fahrzeuge dorthin.',

  devices: (names: readonly string[]) => (names.length === 0 ? 'kein Fahrzeug mehr' : names.join(', ')),
  waiting: 'Der erste Versuch steht noch aus.',
  published: (time: string) => `Auf dem Stand von ${time}.`,
  failures: {
    UNREACHABLE: 'Der Broker antwortet nicht. Wir versuchen es weiter und schicken dann den neuesten Stand.',
    CERTIFICATE:
      'Das Zertifikat des Brokers ist abgelaufen, selbst ausgestellt oder für einen anderen Namen: Bitte geben Sie ihm eines, das gilt, etwa von Let’s Encrypt.',
    REFUSED: 'Der Broker lehnt ab. Bitte prüfen Sie Benutzer, Passwort und ob dieser Benutzer schreiben darf.',
  } satisfies Record<MqttFailure, string>,
  paused:
    'Pausiert: Passwort oder E-Mail-Adresse Ihres Kontos wurden geändert. Drücken Sie „Ändern“ und speichern Sie den Broker noch einmal, wenn er von Ihnen ist.',

  remove: 'Entfernen',
  removeTitle: (host: string) => `Broker ${host} entfernen?`,
  removeText: 'Er bekommt sofort nichts mehr. Was er behalten hat, löschen Sie dort.',
  removed: 'Der Broker ist entfernt.',
} as const
