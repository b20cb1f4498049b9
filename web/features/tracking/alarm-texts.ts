import type { AlarmKind, PauseWish } from '#contract/alarms.ts'
import { limits } from '#contract/limits.ts'

const { perDay, parkedMinutes, shortPauseHours, longPauseHours } = limits.alarms

export const alarmTexts = {
  title: 'Diebstahlalarm',
  loading: 'Der Diebstahlalarm wird geladen',
  failed: 'Fehler beim Laden des Diebstahlalarms',

  states: { guarding: 'Scharf', blind: 'Ohne Ortung', paused: 'Pausiert', off: 'Aus' },
  guarding: 'Bewegt sich das Fahrzeug, erhalten Sie eine E-Mail.',
  blind:
    'Der Alarm erkennt zurzeit keine Bewegung, weil das Gerät keine verwertbaren Positionen sendet. Warum, und was Sie tun können, steht oben beim Gerät. Was es selbst als Alarm meldet, schicken wir Ihnen; sobald wieder Positionen kommen, ist der Alarm von selbst wieder scharf.',
  off: 'Der Alarm ist scharf, sobald das Tracking aktiv ist.',
  demo: 'Im Demokonto ist der Alarm nicht scharf und verschickt keine E-Mails.',
  counted: (count: string) => `Heute verschickt: ${count} von höchstens ${perDay} E-Mails über Bewegungen.`,
  quiet: (time: string) => `Die nächste davon kommt frühestens um ${time}.`,
  usedUp: 'Mehr davon kommen heute nicht. Neue Positionen sehen Sie weiterhin im Verlauf.',

  pause: {
    title: 'Alarm pausieren',
    wishes: {
      SHORT: `${shortPauseHours} Stunde`,
      LONG: `${longPauseHours} Stunden`,
      RIDE: 'Ich fahre',
    } satisfies Record<PauseWish, string>,
    rideHint: `„Ich fahre“ endet von selbst, wenn das Fahrzeug ${parkedMinutes} Minuten steht.`,
    until: (time: string, remaining: string) => `Der Alarm pausiert bis ${time}, noch ${remaining}.`,
    ride: (time: string, remaining: string) =>
      `Der Alarm pausiert, bis das Fahrzeug ${parkedMinutes} Minuten steht, spätestens bis ${time}, noch ${remaining}.`,
    end: 'Alarm wieder einschalten',
  },

  push: {
    title: 'Push-Nachrichten',
    loading: 'Die Push-Einstellungen werden geladen',
    offHint:
      'Der Alarm erscheint sofort als Mitteilung dieses Browsers, auch wenn Wegwarte geschlossen ist. Die E-Mail kommt weiterhin.',
    switchOn: 'Push in diesem Browser einschalten',
    on: 'Dieser Browser erhält Alarme als Push-Nachricht, solange Sie hier angemeldet sind.',
    switchOff: 'Push in diesem Browser ausschalten',
    others: (count: number) =>
      count === 1
        ? 'Außerdem erhält sie ein weiterer Browser. Gehört er nicht mehr Ihnen, melden Sie ihn unter „Konto“ ab.'
        : `Außerdem erhalten sie ${count} weitere Browser. Gehört einer davon nicht mehr Ihnen, melden Sie ihn unter „Konto“ ab.`,
    demo: 'Im Demokonto gibt es keine Push-Nachrichten.',
    obstacles: {
      denied: {
        title: 'Ihr Browser lässt keine Mitteilungen zu',
        text: 'Öffnen Sie die Einstellungen dieser Website (das Zeichen links neben der Adresse, am iPhone: Einstellungen › Mitteilungen › Wegwarte), erlauben Sie Benachrichtigungen und kehren Sie hierher zurück. Die E-Mail kommt in jedem Fall.',
      },
      'needs-install': {
        title: 'Auf iPhone und iPad nur in der App',
        text: 'Tippen Sie in Safari auf „Teilen“ und dann auf „Zum Home-Bildschirm“. Öffnen Sie Wegwarte von dort, melden Sie sich an und schalten Sie Push an dieser Stelle ein.',
      },
      unable: {
        title: 'Dieser Browser kann keine Push-Nachrichten empfangen',
        text: 'Der Alarm kommt per E-Mail. Für Push öffnen Sie Wegwarte in einem aktuellen Chrome, Edge, Firefox oder Safari, nicht in einem privaten Fenster.',
      },
    },
    undecided: 'Sie haben noch nicht entschieden. Schalten Sie noch einmal ein und wählen Sie „Zulassen“.',
    failed:
      'Der Push-Dienst Ihres Browsers ist nicht erreichbar. Bitte versuchen Sie es später noch einmal oder mit einem anderen Browser.',
    hops: {
      sending: (count: number) => `An den Push-Dienst übergeben${count === 1 ? '' : ` (${count} Browser)`}`,
      sent: (taken: number, all: number) => `Vom Push-Dienst angenommen${all === 1 ? '' : ` (${taken} von ${all})`}`,
    },
    look: 'Jetzt erscheint auch eine Mitteilung auf Ihrem Gerät. Fehlt sie, prüfen Sie, ob „Nicht stören“ eingeschaltet ist.',
    gone: 'Ein Browser nimmt keine Push-Nachrichten mehr an. Schalten Sie Push dort noch einmal ein.',
    retrying: 'Der Push-Dienst hat die Nachricht noch nicht angenommen. Wir versuchen es weiter.',
    log: {
      waits: 'Push wartet',
      sent: (time: string) => `Push angenommen ${time}`,
      partly: (taken: number, all: number) => `Push bei ${taken} von ${all} Browsern angenommen`,
      lost: 'Push nicht zustellbar',
    },
  },

  returned: {
    title: 'E-Mails erreichen Sie nicht',
    text: 'Die letzte Alarm-E-Mail kam als unzustellbar zurück. Bitte prüfen Sie Ihre E-Mail-Adresse und ob Ihr Postfach noch Platz hat, und senden Sie danach einen Test-Alarm.',
    toAccount: 'E-Mail-Adresse im Konto prüfen',
  },

  test: {
    button: 'Test-Alarm senden',
    hint: 'So prüfen Sie den ganzen Weg bis in Ihr Postfach und auf Ihre Geräte.',
    title: 'Weg des Test-Alarms',
    hops: {
      queued: 'Alarm ausgelöst, E-Mail eingereiht',
      sending: 'An den Mailserver übergeben',
      sent: 'Vom Mailserver angenommen',
      delivered: 'Im Postfach zugestellt',
      bounced: 'Als unzustellbar zurückgekommen',
    },
    waits: 'steht noch aus',
    retrying: 'Der Mailserver hat die E-Mail noch nicht angenommen. Wir versuchen es weiter.',
    failed: 'Der Mailserver hat die E-Mail nicht angenommen. Bitte prüfen Sie Ihre E-Mail-Adresse im Konto.',
    bounced: 'Die E-Mail kam zurück. Bitte prüfen Sie Ihre E-Mail-Adresse im Konto.',
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
      VIBRATION: 'Erschütterung gemeldet',
      LOW_BATTERY: 'Akku fast leer',
      SILENCE: 'Funkstille',
      TEST: 'Test-Alarm',
    } satisfies Record<AlarmKind, string>,
    queued: 'E-Mail wartet',
    sending: 'E-Mail wird übergeben',
    sent: (time: string) => `E-Mail angenommen ${time}`,
    failed: 'E-Mail nicht zustellbar',
    delivered: (time: string) => `E-Mail zugestellt ${time}`,
    bounced: (time: string) => `E-Mail kam zurück ${time}`,
    acknowledge: 'Gesehen',
    acknowledgeOf: (kind: string, time: string) => `${kind} vom ${time} als gesehen vermerken`,
    acknowledged: (time: string) => `Gesehen ${time}`,
    show: 'Auf der Karte zeigen',
    showOf: (kind: string, time: string) => `${kind} vom ${time} auf der Karte zeigen`,
    all: (count: string) => `Alle ${count} Alarme anzeigen`,
  },
} as const
