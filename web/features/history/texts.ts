import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import type { TrackFormat } from '#contract/history/history.ts'
import { movementLimits } from '#contract/history/movement-limits.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import type { PositionDoubt } from '#domain/track/outliers.ts'

export const historyTexts = {
  ownTours: 'Eigene Touren aus Dateien',
  range: {
    title: 'Positionsverlauf',
    presets: 'Zeitraum',
    presetNames: { last24Hours: 'Letzte 24 h', today: 'Heute', yesterday: 'Gestern', last7Days: '7 Tage' },
    ridden: 'gefahren',
    presetTitles: {
      last24Hours: 'Die letzten 24 Stunden',
      today: 'Heute',
      yesterday: 'Gestern',
      last7Days: 'Die letzten 7 Tage',
    },
    fromTo: (from: string, to: string) => `${from} bis ${to}`,
    own: 'Zeitraum selbst wählen',
    from: 'Von',
    to: 'Bis',
    zone: 'Uhrzeiten in deutscher Zeit',
    earlier: 'Zeitraum davor',
    later: 'Zeitraum danach',
    search: 'Verlauf anzeigen',
    download: (format: string) => `${format} herunterladen`,
    format: 'Dateiformat',
    otherFiles: 'Andere Formate, ohne Privatzonen',
    withoutZones: 'ohne meine Privatzonen',
    formats: {
      gpx: { name: 'GPX', file: 'GPX-Datei', purpose: 'Für Tourenplaner und Navigationsgeräte, mit allen Messwerten.' },
      kml: { name: 'KML', file: 'KML-Datei', purpose: 'Für Google Earth und OsmAnd, mit Uhrzeiten.' },
      csv: { name: 'CSV', file: 'CSV-Datei', purpose: 'Tabelle für Excel, eine Zeile je Position.' },
      geojson: { name: 'GeoJSON', file: 'GeoJSON-Datei', purpose: 'Für Kartenprogramme wie QGIS.' },
    } satisfies Record<TrackFormat, { name: string; file: string; purpose: string }>,
  },

  day: {
    title: 'Fahrten',
    none: (day: string) => `Keine Fahrt am ${day}`,
    last: (moment: string) => `Letzte: ${moment}`,
    showLast: 'Fahrten zeigen',
    noneKept: `In den letzten ${trackingLimits.retentionDays} Tagen wurde keine Fahrt aufgezeichnet.`,
    onlyTheft: 'Aufgezeichnet wird nur für den Diebstahlalarm.',
    switchOn: 'Fahrten aufzeichnen',
    onMap: 'Alle Positionen auf der Karte',
  },

  trip: {
    title: 'Fahrt',
    mapLabel: 'Karte der Fahrt',
    signs: { start: 'Start', end: 'Ziel' },
    way: 'Verlauf der Fahrt',
    gpx: 'GPX',
    share: 'Teilen',
    shared: (day: string, begun: string, distance: string, duration: string) =>
      `Fahrt am ${day} um ${begun}: ${distance} in ${duration}`,
    fileName: (day: string) => `wegwarte-fahrt-${day}.gpx`,
    onlyFigures:
      'Weitergegeben werden nur die Zahlen: Ohne Privatzone zeigt die Strecke, wo sie beginnt und endet. Legen Sie eine an, etwa um Ihr Zuhause. Dann teilen Sie auch die Strecke, ohne das, was darin liegt.',
    copied: 'Die Angaben zur Fahrt sind kopiert, ohne Orte. Fügen Sie sie in eine Nachricht ein.',
    remove: 'Löschen',
    removeTitle: 'Diese Fahrt löschen?',
    more: 'Mehr',
    gone: 'Diese Fahrt ist nicht mehr da',
    goneHint: `Fahrten werden nach ${trackingLimits.retentionDays} Tagen gelöscht. Vielleicht wurde sie auch von Hand gelöscht.`,
    toRides: 'Zu den Fahrten',
    toDay: (day: string) => `Fahrten am ${day}`,
  },

  result: {
    mapLabel: 'Karte des Positionsverlaufs',
    empty: 'Keine Positionen in diesem Zeitraum',
    emptyHint: 'Wählen Sie einen anderen Zeitraum, oder prüfen Sie, ob das Gerät eingeschaltet ist und Empfang hat.',
    emptied: 'Hier wird gerade nichts gezeigt',
    emptiedHint: 'Wählen Sie oben einen Tag oder einen Zeitraum.',
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
    all: 'Alle Positionen',
    caption: 'Positionen des gewählten Zeitraums',
    number: 'Nr.',
    time: 'Zeit',
    accuracy: 'Genauigkeit',
    speed: 'Tempo laut Gerät',
    show: (number: string) => `Position ${number} auf der Karte zeigen`,
    sortBy: (column: string) => `Nach ${column} sortieren`,
    page: (page: string, pages: string) => `Seite ${page} von ${pages}`,
    previous: 'Vorherige',
    next: 'Nächste',
    unknown: '–',
  },

  movement: {
    statistics: 'Statistik',
    title: 'Bewegungsprofil',
    none: 'Im gewählten Zeitraum gibt es keine Positionen.',
    before: 'Zeigen Sie einen Verlauf an, um Strecke, Fahrzeit und Stopps zu sehen.',
    total: 'Gesamt',
    byDay: 'Bewegungsprofil nach Tagen',
    day: 'Tag',
    distance: 'Strecke',
    riding: 'Fahrzeit',
    stops: 'Stopps',
    estimate: `Geschätzt aus den Positionen. Als Stopp zählt, wo das Fahrzeug mindestens ${alarmsLimits.parkedMinutes} Minuten stand.`,
    gaps: (count: string) => `Nicht mitgezählt: ${count} ohne Daten.`,
    gapNames: ['Abschnitt', 'Abschnitte'],
    duration: (hours: string, minutes: string) => `${hours} Std. ${minutes} Min.`,
    minutes: (minutes: string) => `${minutes} Min.`,
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

  chapters: {
    title: 'Fahrten und Stopps',
    trips: ['Fahrt', 'Fahrten'],
    noTrip: 'Keine Fahrt',
    notYet: '…',
    none: 'In diesem Zeitraum wurde keine Fahrt und kein Stopp erkannt.',
    all: 'Ganzen Zeitraum zeigen',
    kinds: { trip: 'Fahrt', stop: 'Stopp', gap: 'Keine Daten' },
    from: (start: string, end: string) => `${start} – ${end}`,
    arrow: (start: string, end: string) => `${start} → ${end}`,
    roundTrip: (start: string) => `Runde ab ${start}`,
    average: (kmh: string) => `Ø ${kmh} km/h`,
    highest: (kmh: string) => `max. ${kmh} km/h`,
    moving: (duration: string) => `${duration} in Fahrt`,
    pauses: ['kurzer Halt', 'kurze Halte'],
    gaps: ['Lücke', 'Lücken'],
    asTheCrowFlies: (distance: string) => `${distance} Luftlinie`,
    rules: `Geschätzt aus den Positionen. Ein Stopp beginnt, wenn das Fahrzeug ${alarmsLimits.parkedMinutes} Minuten steht; eine Fahrt reicht über Mitternacht und über Lücken bis ${movementLimits.bridgedGapMinutes} Minuten. Fehlendes oder zu kleines Tempo ist berechnet. Ortsnamen: GeoNames (CC BY 4.0), © OpenStreetMap-Mitwirkende.`,
  },

  legend: {
    title: 'Zeichenerklärung',
    line: 'Aufgezeichnete Strecke',
    gap: `Keine Daten dazwischen (länger als ${trackingLimits.segmentGapMinutes} Minuten)`,
    doubt: 'Ausreißer',
    accuracy: 'Genauigkeit der gewählten Position',
  },

  replay: {
    title: 'Wiedergabe',
    play: 'Abspielen',
    pause: 'Anhalten',
    slider: 'Zeitpunkt der Wiedergabe',
    pace: 'Tempo der Wiedergabe',
    paces: (times: string) => `${times}×`,
    at: (speed: string, time: string) => `${speed} · ${time}`,
    keys: 'Tastatur: Die Pfeiltasten führen von Position zu Position; die Leertaste auf dem Regler startet die Wiedergabe und hält sie an. Stopps und Lücken werden übersprungen.',
  },

  chart: {
    name: (from: string, to: string, highest: string) => `Tempo von ${from} bis ${to}, höchstens ${highest} km/h`,
    kmh: (top: string) => `${top} km/h`,
    halts: { stop: (duration: string) => `P ${duration}`, gap: (duration: string) => `? ${duration}` },
  },

  doubts: {
    show: (count: string) => `Ausreißer zeigen (${count})`,
    reasons: {
      NO_FIX: 'Breite oder Länge genau 0: Das Gerät kannte seinen Ort nicht',
      JUMP: 'unmöglich weit von den Positionen davor oder danach entfernt',
      SPEED: `gemeldetes Tempo über ${movementLimits.possibleKmh} km/h`,
      MOCK: 'vom Gerät als simuliert gemeldet',
      LAST_KNOWN: 'letzte bekannte, keine neue Position',
    } satisfies Record<PositionDoubt, string>,
    short: 'Ausreißer',
  },
} as const
