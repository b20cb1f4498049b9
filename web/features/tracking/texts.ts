import type { TrackingPurpose } from '#contract/consents/consents.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { GuardOffReason, VehicleMotion } from '#contract/vehicles/vehicles.ts'
import type { VehicleTone } from '#web/texts/vehicle-states.ts'

const days = trackingLimits.retentionDays

/** Texts that the specification quotes (section 8) are here word for word. */
export const trackingTexts = {
  title: 'Positionstracking',
  devicesFailed: 'Fehler beim Laden der Geräte',
  enableFailed: 'Fehler beim Aktivieren des Trackings',
  disableFailed: 'Fehler beim Deaktivieren des Trackings',
  consentFailed: 'Fehler beim Speichern der Einwilligung',
  enabled: 'Tracking wurde erfolgreich aktiviert',
  disabled: 'Tracking wurde erfolgreich deaktiviert',

  withdrawn: 'Ihre Einwilligung ist widerrufen, das Tracking ist beendet.',
  partlyWithdrawn: 'Ihre Einwilligung ist für diesen Zweck widerrufen. Für den anderen läuft das Tracking weiter.',
  deletedToo: (count: string) => `Gelöscht: ${count}.`,
  renewed: 'Danke! Ihre Einwilligung gilt jetzt für den neuen Text.',
  withdrawFailed: 'Fehler beim Widerrufen der Einwilligung',
  positions: ['gespeicherte Position', 'gespeicherte Positionen'],

  tabs: {
    label: 'Bereiche des Positionstrackings',
    now: 'Jetzt',
    rides: 'Fahrten',
    alarm: 'Alarm',
    settings: 'Einstellungen',
  },

  device: {
    label: 'Gerät auswählen',
    demo: 'Beispieldaten',
    tones: {
      help: 'Hilferuf',
      suspicion: 'Verdacht',
      stolen: 'Gestohlen',
      paused: 'Alarm pausiert',
      armed: 'Alarm scharf',
      off: 'Alarm aus',
    } satisfies Record<VehicleTone, string>,
    none: 'Sie haben noch kein Gerät',
    noneHint: 'Fügen Sie zuerst ein Gerät hinzu. Danach können Sie hier seine Positionen aufzeichnen.',
    toDevices: 'Zu Geräte und Lizenzen',
    lastActive: (ago: string) => `Zuletzt gemeldet ${ago}`,
    neverActive: 'Noch nie gemeldet',
    unlicensed: 'Dieses Gerät hat keine gültige Lizenz. Ohne Lizenz kann das Tracking nicht aktiviert werden.',
    licenceEnded: (since: string) =>
      `Das Tracking ist seit dem ${since} beendet, weil dem Gerät eine gültige Lizenz fehlte.`,
    licenceBack: 'Mit der neuen Lizenz beginnt es nicht von selbst. Bitte aktivieren Sie es wieder.',
    settingsFailed: 'Die Tracking-Einstellungen dieses Geräts konnten nicht geladen werden.',
  },

  state: {
    title: 'Tracking ein- und ausschalten',
    on: 'Tracking ist aktiv',
    off: 'Tracking ist ausgeschaltet',
    onHint: 'Modus und Einwilligung sind gesperrt, solange das Tracking läuft. Zum Ändern deaktivieren Sie es zuerst.',
  },

  missed: {
    title: 'Tracking wirklich ausschalten?',
    text: 'Das Fahrzeug ist als vermisst gemeldet. Ohne Tracking sehen weder Sie noch die Polizei, wohin es fährt.',
  },

  mode: {
    title: 'Modus',
    names: {
      THEFT: 'Diebstahl-Tracking',
      MOVEMENT: 'Bewegungsprofil',
      BOTH: 'Diebstahl-Tracking + Bewegungsprofil',
    } satisfies Record<TrackingMode, string>,
    purposes: {
      THEFT: 'Sie erfahren per E-Mail, wenn sich das Fahrzeug bewegt: höchstens alle 15 Minuten und 20-mal am Tag.',
      MOVEMENT: 'Sie sehen, welche Strecken Sie gefahren sind und wo Sie gehalten haben.',
      BOTH: 'Beides zugleich: E-Mail bei Bewegung und das Profil Ihrer Fahrten.',
    } satisfies Record<TrackingMode, string>,
    stored: {
      THEFT: 'Solange das Fahrzeug steht, nur Ort und Zeit; sobald es sich bewegt, jede Position',
      MOVEMENT: 'Eine Position je Minute',
      BOTH: 'Jede Position, die das Gerät meldet',
    } satisfies Record<TrackingMode, string>,
    storedLabel: 'Gespeichert wird',
    keptLabel: 'Wie lange',
    kept: `Höchstens ${days} Tage, danach wird gelöscht`,
    seenLabel: 'Wer es sieht',
    seen: 'Nur Sie, wem Sie bei einem Diebstahl die Anzeige-Mappe geben und wem Sie Positionen freigeben',
  },

  consent: {
    title: 'Einwilligung',
    label: 'Ich willige ein, wie es hier steht',
    text: 'Worin Sie eingewilligt haben',
    version: (number: number) => `Fassung ${number}`,
    former: 'Der Text ist neu, seit Sie eingewilligt haben. Bitte lesen Sie ihn und willigen Sie neu ein.',
    renewTitle: 'Der Text der Einwilligung ist neu',
    renew: (until: string | null) =>
      `Das Tracking läuft ${until === null ? 'noch' : `bis ${until}`} weiter wie bisher. Willigen Sie bis dahin nicht neu ein, endet es, als hätten Sie widerrufen.`,
    renewAction: 'In den neuen Text einwilligen',
    history: 'Verlauf Ihrer Einwilligungen',
    given: (date: string) => `Einwilligung erteilt am: ${date}`,
    unknown: 'unbekannt',
    others:
      'Fahren auch andere mit dem Fahrzeug, müssen Sie diese vorher informieren. Heimliche Ortung anderer Menschen ist verboten.',
  },

  now: {
    sheet: 'Wie es um das Fahrzeug steht',
    mapLabel: 'Karte mit der letzten Position',
    failed: 'Der Zustand des Fahrzeugs konnte nicht geladen werden.',
    newest: (label: string) => `Letzte Position: ${label}`,
    marked: (time: string) => `Alarm ${time}`,
    doing: { STANDING: 'steht', MOVING: 'fährt', LAST_MOVING: 'war unterwegs' } satisfies Record<
      VehicleMotion['kind'],
      string
    >,
    noPosition: 'Noch keine Position',
    noPositionHint: `In den letzten ${days} Tagen hat das Gerät keine Position gesendet, die gespeichert wurde. Sobald eine kommt, steht sie hier.`,
    rides: 'Verlauf',
    theft: 'Diebstahl',
    off: {
      NO_LICENCE: 'Warum kein Alarm?',
      NOT_TRACKED: 'Tracking einschalten',
      MODE: 'Modus ändern',
      BLIND: 'Warum ohne Ortung?',
    } satisfies Record<GuardOffReason, string>,
    suspicion: {
      itIsMe: 'Ja, ich bin es',
      call: 'Nein: 110 anrufen',
      onePosition: '1 Position',
      manyPositions: (count: string) => `${count} Positionen`,
      positions: (count: string, since: string) => `${count} seit ${since}`,
      next: 'Die nächste Position zeigt, ob es stimmt.',
      noPosition: (since: string) =>
        `Seit ${since} ist keine Position gespeichert: Wo das Fahrzeug jetzt ist, wissen wir nicht.`,
    },
  },

  last: {
    fresh: (ago: string) => `Letzte Position ${ago}`,
    stale: (ago: string, time: string) => `Letzte Position ${ago} (${time}). Das ist keine aktuelle Position.`,
    none: `Keine Position in den letzten ${days} Tagen.`,
    loading: 'Letzte Position wird geladen …',
    failed: 'Die letzte Position konnte nicht geladen werden.',
    show: 'Auf der Karte zeigen',
  },

  noAlarm:
    'Zum Bewegungsprofil gehört kein Diebstahlalarm. Wählen Sie dafür unter „Einstellungen“ einen Modus mit Diebstahl-Tracking.',

  enable: 'Tracking aktivieren',
  disable: 'Tracking deaktivieren',
  missing: {
    device: 'Wählen Sie zuerst ein Gerät.',
    consent: 'Es fehlt noch Ihre Einwilligung.',
    mode: 'Es fehlt noch ein Modus.',
  },

  withdraw: {
    button: 'Einwilligung widerrufen und Tracking beenden',
    title: (device: string) => `Einwilligung für „${device}“ widerrufen?`,
    text: 'Ab sofort wird keine Position dieses Geräts mehr gespeichert, und seine Freigaben und Links für die Polizei enden. Sie können jederzeit neu einwilligen.',
    what: 'Was möchten Sie widerrufen?',
    all: 'Alles: das Tracking endet',
    only: (purpose: string) => `Nur: ${purpose}`,
    partly: {
      'theft-alarm': 'Ab sofort gibt es für dieses Gerät keinen Diebstahlalarm mehr. Das Bewegungsprofil läuft weiter.',
      'movement-profile':
        'Ab sofort gibt es für dieses Gerät kein Bewegungsprofil mehr. Der Diebstahlalarm läuft weiter.',
    } satisfies Record<TrackingPurpose, string>,
    confirmPartly: 'Für diesen Zweck widerrufen',
    deleteToo:
      'Auch alle bisher gespeicherten Positionen dieses Geräts löschen. Das lässt sich nicht rückgängig machen.',
    confirm: 'Widerrufen und beenden',
  },
} as const
