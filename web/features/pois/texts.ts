/** Texts in quotes in the specification (section 8) stand here literally. */
export const poisTexts = {
  title: 'POIs in der Umgebung',
  mapLabel: 'Karte der POIs und Unwetterwarnungen',
  poisFailed: 'Fehler beim Laden der POIs. Bitte versuchen Sie es erneut.',
  warningsFailed: 'Fehler beim Laden der Warnungen. Bitte versuchen Sie es später erneut.',
  areasFailed: 'Die Flächen der Unwetterwarnungen können gerade nicht gezeigt werden. Die Liste gilt.',

  asOf: (time: string) => `Stand ${time}`,
  loading: 'POIs werden geladen …',
  noData: 'Noch keine Daten',
  unknown: '–',
  refreshed: 'jede Minute neu',
  refreshFailed: 'Erneuern fehlgeschlagen',
  refreshNow: 'Jetzt erneuern',

  categories: 'Kategorien',
  ownPois: 'Eigene POIs',
  ownPoi: 'Eigener POI',
  legalTitle: 'Blitzer: nur für die Planung vor der Fahrt',
  legalText:
    'Während der Fahrt ist es verboten, sich Blitzer anzeigen zu lassen – auch auf dem Gerät von Mitfahrenden (§ 23 Abs. 1c StVO). Blenden Sie die Blitzer aus, bevor Sie losfahren.',

  ownPlace: {
    control: 'Mein Standort',
    title: 'Karte auf Ihren Standort zentrieren?',
    explanation:
      'Ihr Browser fragt Sie gleich um Erlaubnis. Wir speichern Ihren Standort nicht; wir erfahren nur, welchen Teil der Karte Sie ansehen.',
    use: 'Standort verwenden',
    notNow: 'Nicht jetzt',
    searching: 'Ihr Standort wird ermittelt …',
    found: 'Die Karte zeigt Ihren Standort.',
    denied:
      'Ihr Browser gibt den Standort nicht frei. Sie können das in den Einstellungen des Browsers für diese Seite ändern.',
    unavailable: 'Ihr Standort konnte nicht ermittelt werden. Bitte versuchen Sie es im Freien noch einmal.',
  },

  warnings: {
    title: 'Aktuelle Unwetterwarnungen',
    none: 'Zurzeit sind keine Unwetterwarnungen gemeldet.',
    noneNow: 'Jetzt gilt keine Unwetterwarnung.',
    later: 'Angekündigt',
    onMap: 'Auf der Karte:',
    areaNow: 'gilt jetzt (durchgezogener Rand)',
    areaLater: 'gilt erst später (gestrichelter Rand)',
    unavailable: 'Unwetterwarnungen sind gerade nicht abrufbar. Es kann Warnungen geben, die hier fehlen.',
    stale: (time: string) => `Die Warnungen sind vom ${time} und möglicherweise unvollständig.`,
    level: (level: number, word: string) => `Stufe ${level} – ${word}`,
    until: (time: string) => `bis ${time}`,
    untilCancelled: 'bis auf Widerruf',
    from: (time: string) => `ab ${time}`,
    more: (count: string) => `Alle ${count} Warnungen zeigen`,
    fewer: 'Weniger zeigen',
    show: 'Auf der Karte zeigen',
  },

  list: {
    title: 'Im Kartenausschnitt',
    titleInCircle: (km: number) => `Im Umkreis von ${km} km`,
    loading: 'Liste wird geladen …',
    failed: 'Die Liste konnte nicht geladen werden.',
    atLeast: (count: string) => `mehr als ${count} POIs`,
    count: (count: string) => `${count} im Ausschnitt`,
    empty: 'In diesem Ausschnitt ist nichts gemeldet. Zoomen Sie heraus oder verschieben Sie die Karte.',
    allHidden: 'Alle Kategorien sind ausgeblendet.',
    more: 'Weitere zeigen',
    distance: (distance: string) => `${distance} von der Kartenmitte`,
    order: 'Nächstes zur Kartenmitte zuerst',
  },

  detail: {
    close: 'Schließen',
    back: 'Zurück zur Auswahl',
    severalTitle: (count: number) => `${count} Meldungen an dieser Stelle`,
    place: 'Ort',
    limit: 'Tempolimit',
    kmh: (speed: string) => `${speed} km/h`,
    direction: 'Überwachte Richtung',
    drivingDirection: 'Fahrtrichtung',
    note: 'Hinweis',
    updated: 'Stand der Meldung',
    fetched: 'Abgerufen',
    source: 'Quelle',
    region: 'Gebiet',
    validity: 'Gültig',
    instruction: 'So verhalten Sie sich',
  },

  search: {
    label: 'Ort suchen',
    clear: 'Eingabe löschen',
    found: 'Gefundene Orte',
    none: 'Kein Ort in Deutschland gefunden. Bitte prüfen Sie die Schreibweise.',
    source: 'Orte: GeoNames (CC BY 4.0)',
    count: (count: number) => (count === 1 ? '1 Ort gefunden' : `${count} Orte gefunden`),
  },

  radius: {
    aroundMe: 'Umkreis um Ihren Standort',
    aroundMiddle: 'Umkreis um die Kartenmitte',
    view: 'Ganzer Kartenausschnitt',
    km: (km: number) => `${km} km`,
  },

  ages: {
    title: 'Quellen und ihr Stand',
    asOf: (ago: string) => `Stand ${ago}`,
    never: 'Noch nicht abgerufen',
    staleTitle: 'Ein Teil der Daten ist veraltet',
    stale: (titles: string) => `Länger nicht erneuert: ${titles}. Was sich seither geändert hat, fehlt hier.`,
  },

  planning: { title: 'Planen', routeCheck: 'Route prüfen', exchange: 'Export und Import' },

  sources: 'Quellen',
  gone: 'Diese Meldung gibt es nicht mehr.',
}
