import type { TrackFormat, TrackingMode } from '#contract/tracking.ts'
import { limits } from '#contract/limits.ts'

const days = limits.tracking.retentionDays

/** Texts in quotes in the specification (section 8) stand here literally. */
export const trackingTexts = {
  title: 'Positionstracking',
  devicesFailed: 'Fehler beim Laden der Geräte',
  enableFailed: 'Fehler beim Aktivieren des Trackings',
  disableFailed: 'Fehler beim Deaktivieren des Trackings',
  historyFailed: 'Fehler beim Laden des Positionsverlaufs',
  consentFailed: 'Fehler beim Speichern der Einwilligung',
  /** With `GPX-Datei` the words of the specification. */
  fileFailed: (file: string) => `Fehler beim Download der ${file}`,
  fileEmpty: 'Keine Daten im gewählten Zeitraum vorhanden',
  enabled: 'Tracking wurde erfolgreich aktiviert',
  disabled: 'Tracking wurde erfolgreich deaktiviert',
  fileSaved: (file: string) => `${file} wurde erfolgreich heruntergeladen`,

  withdrawn: 'Ihre Einwilligung ist widerrufen, das Tracking ist beendet.',
  withdrawnAndDeleted: (count: string) =>
    `Ihre Einwilligung ist widerrufen, das Tracking ist beendet. Gelöscht: ${count}.`,
  withdrawFailed: 'Fehler beim Widerrufen der Einwilligung',
  deleted: (count: string) => `Gelöscht: ${count}.`,
  deleteFailed: 'Fehler beim Löschen der Positionen',
  positions: ['gespeicherte Position', 'gespeicherte Positionen'],

  device: {
    title: 'Gerät',
    label: 'Gerät auswählen',
    choose: 'Bitte wählen',
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
      THEFT: 'Jede Position, die das Gerät meldet',
      MOVEMENT: 'Eine Position je Minute',
      BOTH: 'Jede Position, die das Gerät meldet',
    } satisfies Record<TrackingMode, string>,
    storedLabel: 'Gespeichert wird',
    keptLabel: 'Wie lange',
    kept: `Höchstens ${days} Tage, danach wird gelöscht`,
    seenLabel: 'Wer es sieht',
    seen: 'Nur Sie und wem Sie bei einem Diebstahl die Anzeige-Mappe geben',
  },

  consent: {
    title: 'Einwilligung',
    label: `Ich willige ein, dass die Positionen dieses Geräts im gewählten Modus bis zu ${days} Tage gespeichert werden.`,
    given: (date: string) => `Einwilligung erteilt am: ${date}`,
    unknown: 'unbekannt',
    others:
      'Fahren auch andere mit dem Fahrzeug, müssen Sie diese vorher informieren. Heimliche Ortung anderer Menschen ist verboten.',
  },

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
    text: 'Ab sofort wird keine Position dieses Geräts mehr gespeichert, und alle Links für die Polizei sind gesperrt. Sie können jederzeit neu einwilligen.',
    deleteToo:
      'Auch alle bisher gespeicherten Positionen dieses Geräts löschen. Das lässt sich nicht rückgängig machen.',
    confirm: 'Widerrufen und beenden',
  },

  deletion: {
    button: 'Gespeicherte Positionen löschen',
    title: (device: string) => `Positionen von „${device}“ löschen?`,
    text: 'Das lässt sich nicht rückgängig machen. Wenn Sie die Positionen behalten möchten, laden Sie vorher eine Datei herunter.',
    extent: 'Was gelöscht wird',
    everything: 'Alle gespeicherten Positionen dieses Geräts',
    range: 'Nur die Positionen eines Zeitraums',
    rangeHint: 'Beide Minuten gehören dazu. Uhrzeiten in deutscher Zeit.',
    endsTooEarly: 'Das Ende muss nach dem Beginn liegen.',
    confirm: 'Positionen löschen',
  },

  receipt: {
    title: 'Bestätigung der Löschung',
    text: (count: string, at: string) => `${count}, gelöscht am ${at}`,
    span: (from: string, to: string) => `Aufgezeichnet von ${from} bis ${to}`,
    nothing: (at: string) => `Am ${at} war in diesem Umfang nichts gespeichert: Es gab nichts zu löschen.`,
  },

  range: {
    title: 'Positionsverlauf',
    presets: 'Zeitraum',
    presetNames: { last24Hours: 'Letzte 24 h', today: 'Heute', yesterday: 'Gestern', last7Days: '7 Tage' },
    from: 'Von',
    to: 'Bis',
    zone: 'Uhrzeiten in deutscher Zeit',
    incomplete: 'Bitte geben Sie Datum und Uhrzeit an.',
    search: 'Verlauf anzeigen',
    download: (format: string) => `${format} herunterladen`,
    format: 'Dateiformat',
    formats: {
      gpx: { name: 'GPX', file: 'GPX-Datei', purpose: 'Für Tourenplaner und Navigationsgeräte, mit allen Messwerten.' },
      kml: { name: 'KML', file: 'KML-Datei', purpose: 'Für Google Earth und OsmAnd, mit Uhrzeiten.' },
      csv: { name: 'CSV', file: 'CSV-Datei', purpose: 'Tabelle für Excel, eine Zeile je Position.' },
      geojson: { name: 'GeoJSON', file: 'GeoJSON-Datei', purpose: 'Für Kartenprogramme wie QGIS.' },
    } satisfies Record<TrackFormat, { name: string; file: string; purpose: string }>,
  },

  history: {
    mapLabel: 'Karte des Positionsverlaufs',
    empty: 'Keine Positionen in diesem Zeitraum',
    emptyHint: 'Wählen Sie einen anderen Zeitraum, oder prüfen Sie, ob das Gerät eingeschaltet ist und Empfang hat.',
    found: (count: string, from: string, to: string) => `${count} von ${from} bis ${to}`,
    positions: ['Position', 'Positionen'],
    truncated: 'Der Zeitraum enthält mehr Positionen, als gezeigt werden können. Wählen Sie einen kürzeren.',
    deletedOn: (day: string) => `Die älteste davon wird am ${day} gelöscht.`,
  },

  position: {
    title: (number: string) => `Position ${number}`,
    spoken: (number: string, time: string) => `Position ${number}, ${time}`,
    time: 'Zeit',
    accuracy: 'Genauigkeit',
    speed: 'Tempo',
    doubt: 'Hinweis',
  },

  table: {
    title: 'Positionen',
    caption: 'Positionen des gewählten Zeitraums',
    number: 'Nr.',
    time: 'Zeit',
    accuracy: 'Genauigkeit',
    speed: 'Tempo',
    show: (number: string) => `Position ${number} auf der Karte zeigen`,
    sortBy: (column: string) => `Nach ${column} sortieren`,
    page: (page: string, pages: string) => `Seite ${page} von ${pages}`,
    previous: 'Vorherige',
    next: 'Nächste',
    unknown: '–',
  },

  movement: {
    title: 'Bewegungsprofil',
    none: 'Im gewählten Zeitraum gibt es keine Positionen.',
    before: 'Zeigen Sie einen Verlauf an, um Strecke, Fahrzeit und Stopps zu sehen.',
    total: 'Gesamt',
    byDay: 'Bewegungsprofil nach Tagen',
    day: 'Tag',
    distance: 'Strecke',
    riding: 'Fahrzeit',
    stops: 'Stopps',
    estimate: `Geschätzt aus den Positionen. Als Stopp zählt, wo das Fahrzeug mindestens ${limits.alarms.parkedMinutes} Minuten stand.`,
    gaps: (count: string) => `Nicht mitgezählt: ${count} ohne Daten.`,
    gapNames: ['Abschnitt', 'Abschnitte'],
    duration: (hours: string, minutes: string) => `${hours} Std. ${minutes} Min.`,
    minutes: (minutes: string) => `${minutes} Min.`,
  },
} as const
