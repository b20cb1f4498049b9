import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { AlarmKind, HopChannel, MovementEvidence } from '#contract/alarms/alarms.ts'

const { perDay, parkedMinutes, stopMinutes, shortPauseHours, longPauseHours } = alarmsLimits

const countOf = (tries: number) => (tries === 1 ? 'einmal' : `${tries}-mal`)

/** In place of the owner's address, where that is not shown. */
const nameless = 'Wer das Fahrzeug besitzt,'

export const alarmTexts = {
  title: 'Diebstahlalarm',
  helpTitle: 'Hilferufe',
  help: 'Meldet Ihr Gerät einen Hilferuf, einen Sturz oder einen Unfall, benachrichtigen wir Sie sofort, auch in einer Pause.',
  loading: 'Der Diebstahlalarm wird geladen',
  failed: 'Fehler beim Laden des Diebstahlalarms',

  states: { guarding: 'Scharf', blind: 'Ohne Ortung', paused: 'Pausiert', off: 'Aus' },
  guarding: 'Bewegt sich das Fahrzeug, erhalten Sie eine E-Mail.',
  blind:
    'Der Alarm erkennt zurzeit keine Bewegung, weil das Gerät keine verwertbaren Positionen sendet. Warum, und was Sie tun können, steht oben beim Gerät. Was es selbst als Alarm meldet, schicken wir Ihnen; sobald wieder Positionen kommen, ist der Alarm von selbst wieder scharf.',
  off: 'Der Alarm ist scharf, sobald das Tracking aktiv ist.',
  demo: 'Im Demokonto wird keine verschickt.',
  counted: (count: string) => `Heute verschickt: ${count} von höchstens ${perDay} E-Mails über Bewegungen.`,
  quiet: (time: string) => `Die nächste davon kommt frühestens um ${time}.`,
  sight: {
    every: (wait: string, metres: string) =>
      `Ihr Tracker meldet etwa alle ${wait}. Wird das Fahrzeug weniger als ${metres} weit bewegt, bemerkt der Alarm das nicht sicher.`,
    once: (metres: string) =>
      `Wird das Fahrzeug weniger als ${metres} weit bewegt, bemerkt der Alarm das nicht sicher.`,
    erred:
      'In den letzten vier Wochen hat Ihr Tracker falsch ausgeschlagen: Der Alarm wartet deshalb länger, manchmal bis zu einer Stunde.',
  },
  usedUp: 'Mehr davon kommen heute nicht. Neue Positionen sehen Sie weiterhin im Verlauf.',

  pause: {
    title: 'Alarm pausieren',
    wishes: {
      SHORT: `${shortPauseHours} Stunde`,
      LONG: `${longPauseHours} Stunden`,
      OPEN: 'Bis ich ihn einschalte',
    },
    rideHint: `Bis zur Ankunft. Eine Rast unter ${stopMinutes} Minuten gehört zur Fahrt.`,
    untilTime: 'Heute bis',
    pauseUntil: 'Pausieren',
    until: (time: string, remaining: string) => `Der Alarm pausiert bis ${time}, noch ${remaining}.`,
    untilArrival: (time: string, remaining: string) =>
      `Der Alarm pausiert bis zur Ankunft: bis das Fahrzeug ${parkedMinutes} Minuten steht, wo es nachts meist steht, oder ${stopMinutes} Minuten anderswo. Spätestens bis ${time}, noch ${remaining}.`,
    open: 'Der Alarm pausiert, bis Sie ihn wieder einschalten. Bis dahin meldet er nichts.',
  },

  push: {
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
      queued: 'Alarm ausgelöst, E-Mail geschrieben',
      sending: 'Versand begonnen',
      sent: 'Abgeschickt',
      delivered: 'Im Postfach zugestellt',
      bounced: 'Als unzustellbar zurückgekommen',
    },
    waits: 'steht noch aus',
    retrying: 'Die E-Mail konnte noch nicht abgeschickt werden. Wir versuchen es weiter.',
    failed: 'Die E-Mail konnte nicht abgeschickt werden. Bitte prüfen Sie Ihre E-Mail-Adresse im Konto.',
    bounced: 'Die E-Mail kam zurück. Bitte prüfen Sie Ihre E-Mail-Adresse im Konto.',
    look: 'Sehen Sie jetzt in Ihrem Postfach nach, auch im Spam-Ordner.',
  },

  log: {
    title: 'Alarm-Protokoll',
    none: 'Noch kein Alarm.',
    kinds: {
      SOS: 'Hilferuf',
      FALL: 'Sturz gemeldet',
      ACCIDENT: 'Unfall gemeldet',
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
    evidences: {
      FAR: 'Vermutlich: weiter weg, als Messfehler reichen',
      LAST_SEEN_AWAY: 'Vermutlich: zuletzt neben dem Abstellplatz gesehen',
      LEADS_AWAY: 'Sicher: mehrere Meldungen führen weg',
      STANDS_ELSEWHERE: 'Sicher: mehrere Meldungen zeigen einen anderen Ort',
      STAYS_AWAY: 'Sicher: viele Meldungen liegen neben dem Abstellplatz',
      DRIVES: 'Sicher: Weg und gemessene Geschwindigkeit passen',
      CREPT: 'Sicher: nach und nach bewegt',
      DRIVES_OFF: 'Vermutlich: neben dem Abstellplatz, in Fahrt',
      STIRRED_THEN_SILENT: 'Vermutlich: bewegt, dann still',
      STIRRED: 'Sicher: anderer Ort, und das Gerät spürt Bewegung',
    } satisfies Record<MovementEvidence, string>,
    queued: 'E-Mail wartet',
    due: (time: string) => `E-Mail geht um ${time} hinaus`,
    stopped: 'keine E-Mail mehr nötig',
    sending: 'E-Mail wird übergeben',
    sent: (time: string) => `E-Mail angenommen ${time}`,
    failed: 'E-Mail nicht zustellbar',
    delivered: (time: string) => `E-Mail zugestellt ${time}`,
    bounced: (time: string) => `E-Mail kam zurück ${time}`,
    acknowledge: 'Gesehen',
    acknowledgeOf: (kind: string, time: string) => `${kind} vom ${time} als gesehen vermerken`,
    acknowledged: (time: string) => `Gesehen ${time}`,
    people: {
      left: 'Nicht mehr eingeladene Person',
      noEmail: 'keine E-Mail, weil nicht mehr nötig oder nicht gewünscht',
      told: (who: string, what: string) => `${who}: ${what}`,
    },
    hopsTitle: 'Notfallkontakte',
    hops: {
      nobody: 'Ein früherer Kontakt',
      waits: (who: string, time: string) => `${who}: ab ${time}`,
      sent: (who: string, time: string) => `${who}: benachrichtigt ${time}, noch keine Antwort`,
      answered: (who: string, time: string) => `${who} kümmert sich, ${time}`,
      nextAtOnce: 'deshalb kam gleich der nächste Kontakt an die Reihe',
      phone: {
        channels: { EMAIL: 'E-Mail', SMS: 'SMS', VOICE: 'Anruf' } satisfies Record<HopChannel, string>,
        waits: (what: string, time: string) => `${what} ab ${time}`,
        taken: (what: string, time: string) => `${what} angenommen ${time}`,
        again: (what: string, tries: number) =>
          `${what} ${countOf(tries)} vergeblich versucht, wir versuchen es weiter`,
        givenUp: (what: string, tries: number) => `${what} ${countOf(tries)} vergeblich versucht`,
        states: {
          SENDING: (what: string) => `${what} wird übergeben`,
          SENT: (what: string) => `${what} angenommen`,
          BOUNCED: (what: string) => `${what} nicht möglich`,
          STOPPED: (what: string) => `${what} nicht mehr nötig`,
          WITHHELD: (what: string) => `${what} heute schon zu oft`,
        },
      },
      states: {
        SENDING: (who: string) => `${who}: wird übergeben`,
        SENT: (who: string) => `${who}: benachrichtigt`,
        FAILED: (who: string) => `${who}: nicht zustellbar`,
        BOUNCED: (who: string) => `${who}: Diese Adresse nimmt keine E-Mails an`,
        STOPPED: (who: string) => `${who}: nicht mehr nötig`,
        WITHHELD: (who: string) => `${who}: heute schon zu oft benachrichtigt`,
      },
    },
    show: 'Auf der Karte zeigen',
    showOf: (kind: string, time: string) => `${kind} vom ${time} auf der Karte zeigen`,
    all: (count: string) => `Alle ${count} Alarme anzeigen`,
  },

  /** The page of a link in a message, for who need not have an account. */
  linked: {
    title: 'Alarm',
    loading: 'Alarm wird geladen …',
    happened: (kind: string, device: string) => `${kind}: ${device}`,
    time: 'Zeit',
    why: 'Erkannt',
    accuracy: 'Genauigkeit',
    owner: 'Fahrzeug von',
    onMap: 'Ort in OpenStreetMap ansehen',
    answers: { OWNER: 'Ich habe es gesehen', CONTACT: 'Ich kümmere mich darum' },
    answered: {
      OWNER: (time: string) => `Sie haben es gesehen, ${time}`,
      CONTACT: (time: string) => `Sie kümmern sich, ${time}`,
    },
    answeredByOwner: (owner: string | null, time: string) => `${owner ?? nameless} hat geantwortet, ${time}`,
    answeredByContact: (time: string) => `Ein Notfallkontakt kümmert sich, ${time}`,
    stopped: 'Niemand weiter wird benachrichtigt.',
    stated: {
      STOLEN: (time: string) => `Als gestohlen gemeldet seit ${time}.`,
      SUSPICIOUS: (time: string) => `Verdacht gemeldet seit ${time}.`,
      BACK: (time: string) => `Als zurück gemeldet seit ${time}.`,
    },
    advice: {
      OWNER:
        'Sind Sie selbst unterwegs? Dann pausieren Sie den Alarm in Wegwarte. Stellen Sie sich niemandem selbst in den Weg.',
      CONTACT: 'Versuchen Sie bitte, die Person zu erreichen. Stellen Sie sich niemandem selbst in den Weg.',
    },
    emergency: '110 anrufen',
    signIn: 'Anmelden',
    signedInAsOther: 'Sie sind mit einem anderen Konto angemeldet als dem, zu dem das Fahrzeug gehört.',
    signInHint: 'Danach sehen Sie, wo das Fahrzeug jetzt ist, und können den Alarm beantworten.',
    /** Where somebody may need help, rather than a vehicle be stolen. */
    help: {
      asks: 'Brauchen Sie Hilfe?',
      called: (owner: string | null) =>
        owner === null ? 'Das Fahrzeug hat Hilfe gerufen.' : `Das Fahrzeug von ${owner} hat Hilfe gerufen.`,
      lastPlace: 'Position von',
      answers: { OWNER: 'Nein, alles in Ordnung', CONTACT: 'Ich kümmere mich darum' },
      answered: {
        OWNER: (time: string) => `Sie haben geantwortet: alles in Ordnung, ${time}`,
        CONTACT: (time: string) => `Sie kümmern sich, ${time}`,
      },
      answeredByOwner: (owner: string | null, time: string) =>
        `${owner ?? nameless} hat geantwortet: alles in Ordnung, ${time}`,
      advice: {
        OWNER:
          'Brauchen Sie Hilfe, wählen Sie 112: Wegwarte ruft keinen Rettungsdienst. Kam die Meldung von jemand anderem, rufen Sie dort an.',
        CONTACT:
          'Rufen Sie die Person bitte gleich an. Meldet sie sich nicht oder braucht sie Hilfe, wählen Sie 112 und nennen den Ort. Wegwarte ruft keinen Rettungsdienst.',
      },
      emergency: '112 anrufen',
    },
  },
} as const
