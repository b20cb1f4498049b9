import type { ReportType } from '#contract/poi-reports/poi-reports.ts'

export const reportTexts = {
  start: 'Melden',

  tiles: {
    title: 'Was ist hier?',
    locating: 'Ihr Standort wird ermittelt …',
    unavailable: 'Die Karte ist nicht bereit. Bitte warten Sie einen Moment.',
    ownPlace: 'Ein Tipp meldet es für Ihren Standort.',
    middle: 'Ein Tipp meldet es unter dem Kreuz.',
    here: 'hier',
    there: 'unter dem Kreuz',
    more: 'Mehr',
    reported: (what: string, where: string) => `Gemeldet: ${what}, ${where}.`,
    waits: (what: string) => `${what}: wird gesendet, sobald Netz da ist.`,
    wasYours: 'Das haben Sie dort schon gemeldet.',
    move: 'Ort ändern',
    undo: 'Rückgängig',
    undone: 'Zurückgenommen.',
    sentMeanwhile: 'Die Meldung ist inzwischen gesendet. Tippen Sie sie auf der Karte an, um sie zu entfernen.',
  },

  place: {
    title: 'Wo ist es?',
    locating: 'Ihr Standort wird ermittelt. Sie können die Karte auch selbst unter das Kreuz schieben.',
    explanation: 'Schieben Sie die Karte unter das Kreuz.',
    here: 'Hier melden',
    own: 'Zu mir',
    unavailable: 'Die Karte ist nicht bereit. Bitte warten Sie einen Moment.',
  },

  dialog: {
    title: 'Stelle melden',
    type: 'Was ist dort?',
    typeMissing: 'Bitte wählen Sie, was Sie melden möchten.',
    place: (place: string) => `Ort: ${place}`,
    onOwnPlace: 'Ihr Standort',
    awayFromOwnPlace: (distance: string) => `${distance} von Ihrem Standort`,
    middle: (latitude: string, longitude: string) => `Kartenmitte (${latitude}, ${longitude})`,
    details: 'Wenn Sie es wissen',
    speed: 'Erlaubte Geschwindigkeit',
    speedUnknown: 'Weiß ich nicht',
    kmh: (speed: number) => `${speed} km/h`,
    direction: 'Fahrtrichtung',
    directionUnknown: 'Beide oder unbekannt',
    end: 'Ende der Baustelle',
    endHint: 'Leer lassen, wenn Sie es nicht wissen.',
    endInvalid: 'Bitte geben Sie Datum und Uhrzeit vollständig an.',
    privacy: 'Gesendet werden die Stelle und Ihre Angaben dazu. Andere sehen nicht, von wem die Meldung ist.',
    consent: 'Meine Meldungen dürfen gezeigt werden',
    consentMissing: 'Bitte setzen Sie hier ein Häkchen. Ohne Einwilligung können wir die Meldung nicht zeigen.',
    send: 'Meldung senden',
    back: 'Zurück zur Karte',
    sent: (until: string) => `Danke! Ihre Meldung gilt ${until}.`,
    waits: 'Danke! Ihre Meldung wird gesendet, sobald Netz da ist.',
    wasKnown: 'Danke! Das war schon gemeldet: Ihre Meldung zählt als Bestätigung.',
  },

  drivingTitle: 'Nicht während der Fahrt (§\u00a023\u00a0StVO).',
  driving:
    'Halten Sie zum Melden an oder lassen Sie Mitfahrende melden: Wer fährt, darf dafür kein Telefon in die Hand nehmen.',

  standing: {
    confidence: 'Verlässlichkeit',
    onlyNew: 'Das melden bisher nur neue Konten.',
    confirmed: 'Bestätigungen',
    validity: 'Gültigkeit',
    own: 'Das haben Sie gemeldet.',
    there: 'Noch da',
    gone: 'Nicht mehr da',
    change: 'Ändern',
    remove: 'Entfernen',
    thanksThere: 'Danke! Ihr Wort zählt mit.',
    thanksGone: 'Danke! Sagen das auch andere, endet die Meldung.',
    ended: 'Danke! Die Meldung ist beendet.',
    waits: 'Danke! Das wird gesendet, sobald Netz da ist.',
  },

  ofSource: {
    doubted: 'Mehrere sagen, dass das nicht stimmt. Die Quelle nennt es weiterhin.',
    right: 'Stimmt',
    wrong: 'Stimmt nicht',
    thanks:
      'Danke! Ihr Wort zählt mit. Was eine Quelle nennt, bleibt stehen; sagen es mehrere, steht ein Hinweis dabei.',
  },

  change: {
    title: 'Eigene Meldung ändern',
    explanation: 'Stimmt die Stelle oder die Art nicht, entfernen Sie die Meldung und melden Sie neu.',
    save: 'Änderungen speichern',
    saved: 'Ihre Meldung ist geändert.',
  },

  remove: {
    title: 'Eigene Meldung entfernen?',
    explanation: 'Die Meldung verschwindet für alle, mit allen Bestätigungen. Das lässt sich nicht rückgängig machen.',
    action: 'Meldung entfernen',
    done: 'Ihre Meldung ist entfernt.',
  },

  rules: {
    title: 'Wie lange gilt eine Meldung?',
    lead: 'So lange gilt eine Meldung ab der letzten Bestätigung:',
    type: 'Meldung',
    lifetime: 'Gilt',
    others: [
      'Bei Baustellen gilt das gemeldete Ende, wenn es bekannt ist.',
      'Ein Wort wiegt, so viel es verlässlich ist: mehr von Menschen mit eigenem Gerät, deren frühere Worte andere bestätigt haben, und mehr, wenn sie angeben, dass sie in der Nähe sind. Die Zahl allein entscheidet nie.',
      'Neue Konten zählen wenig, alle zusammen nicht mehr als ein Zweifel. Was nur sie melden, steht als „Unbestätigt“ da.',
      'Sagen mindestens zwei Personen, deren Wort zählt, kurz nacheinander „Nicht mehr da“, endet die Meldung sofort. Allein kann das niemand außer der Person, die gemeldet hat.',
      'Jede Person zählt einmal; es gilt ihr letztes Wort. Wer selbst gemeldet hat, kann die eigene Meldung berichtigen oder entfernen, aber nicht bestätigen.',
      'Die Verlässlichkeit steigt mit jeder Bestätigung und sinkt mit jedem „Nicht mehr da“ und mit der Zeit, bis auf die Hälfte.',
      'Nennen mehrere Quellen dieselbe Stelle, steht sie einmal auf der Karte, mit allen Quellen.',
    ],
  },
}

/** The six tiles. */
export const tileNames = {
  Accident: 'Unfall',
  TrafficJam: 'Stau',
  Obstacle: 'Hindernis',
  Slippery: 'Glätte',
  TemporaryRoadwork: 'Baustelle',
  User: 'Sonstiges',
} as const satisfies Partial<Record<ReportType, string>>

/** A type as it is chosen on the road: in as few words as possible. */
export const reportNames: Record<ReportType, string> = {
  MobileSpeedCamera: 'Mobiler Blitzer',
  SemiStationarySpeedCameras: 'Blitzer-Anhänger',
  TrafficJam: 'Stau',
  Accident: 'Unfall',
  Obstacle: 'Hindernis',
  Slippery: 'Glätte',
  BrokenDownVehicle: 'Panne',
  ObstructedView: 'Schlechte Sicht',
  User: 'Andere Gefahr',
  TemporaryRoadwork: 'Kurze Baustelle',
  LongTermRoadwork: 'Lange Baustelle',
  MobileRedLightControl: 'Rotlicht-Kontrolle',
  MobileDistanceControl: 'Abstands-Kontrolle',
}
