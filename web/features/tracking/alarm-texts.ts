import type { AlarmKind, PauseWish } from '#contract/alarms.ts'
import { limits } from '#contract/limits.ts'

const { perDay, parkedMinutes, shortPauseHours, longPauseHours } = limits.alarms

export const alarmTexts = {
  title: 'Diebstahlalarm',
  loading: 'Der Diebstahlalarm wird geladen',
  failed: 'Fehler beim Laden des Diebstahlalarms',

  states: { guarding: 'Wacht', paused: 'Ruht', off: 'Aus' },
  guarding: 'Bewegt sich das Fahrzeug, erhalten Sie eine E-Mail.',
  off: 'Der Alarm wacht, sobald das Tracking aktiv ist.',
  demo: 'In der Demonstration wacht der Alarm nicht und verschickt keine E-Mails.',
  counted: (count: string) => `Heute verschickt: ${count} von höchstens ${perDay}.`,
  quiet: (time: string) => `Die nächste E-Mail kommt frühestens um ${time}.`,
  usedUp: 'Für heute sind alle E-Mails verschickt. Neue Positionen sehen Sie weiterhin im Verlauf.',

  pause: {
    title: 'Alarm ruhen lassen',
    wishes: {
      SHORT: `${shortPauseHours} Stunde`,
      LONG: `${longPauseHours} Stunden`,
      RIDE: 'Ich fahre',
    } satisfies Record<PauseWish, string>,
    rideHint: `„Ich fahre“ endet von selbst, wenn das Fahrzeug ${parkedMinutes} Minuten steht.`,
    until: (time: string, remaining: string) => `Der Alarm ruht bis ${time}, noch ${remaining}.`,
    ride: (time: string, remaining: string) =>
      `Der Alarm ruht, bis das Fahrzeug ${parkedMinutes} Minuten steht, spätestens bis ${time}, noch ${remaining}.`,
    end: 'Wieder wachen lassen',
  },

  test: {
    button: 'Test-Alarm senden',
    hint: 'So prüfen Sie den ganzen Weg bis in Ihr Postfach.',
    title: 'Weg des Test-Alarms',
    hops: {
      queued: 'Alarm ausgelöst, E-Mail eingereiht',
      sending: 'An den Mailserver übergeben',
      sent: 'Vom Mailserver angenommen',
    },
    waits: 'steht noch aus',
    retrying: 'Der Mailserver hat die E-Mail noch nicht angenommen. Wir versuchen es weiter.',
    failed: 'Der Mailserver hat die E-Mail nicht angenommen. Bitte prüfen Sie Ihre E-Mail-Adresse im Profil.',
    look: 'Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.',
  },

  log: {
    title: 'Alarm-Protokoll',
    none: 'Noch kein Alarm.',
    kinds: {
      FIRST: 'Erste Position',
      MOVEMENT: 'Bewegung',
      TOW: 'Abschleppen gemeldet',
      POWER_CUT: 'Strom getrennt',
      TAMPER: 'Manipulation gemeldet',
      JAMMING: 'Empfang gestört',
      SILENCE: 'Funkstille',
      TEST: 'Test-Alarm',
    } satisfies Record<AlarmKind, string>,
    queued: 'E-Mail wartet',
    sending: 'E-Mail wird übergeben',
    sent: (time: string) => `E-Mail angenommen ${time}`,
    failed: 'E-Mail nicht zustellbar',
    acknowledge: 'Gesehen',
    acknowledgeOf: (kind: string, time: string) => `${kind} vom ${time} als gesehen vermerken`,
    acknowledged: (time: string) => `Gesehen ${time}`,
    all: (count: string) => `Alle ${count} Alarme anzeigen`,
  },
} as const
