/** Texts that the specification quotes (section 8) are here word for word. */
export const poisTexts = {
  title: 'POIs in der Umgebung',
  mapLabel: 'Karte der POIs und Unwetterwarnungen',
  poisFailed: 'Fehler beim Laden der POIs. Bitte versuchen Sie es erneut.',
  areasFailed: 'Die Flächen der Unwetterwarnungen können gerade nicht gezeigt werden. Die Liste gilt.',

  asOf: (time: string) => `Stand ${time}`,
  loading: 'POIs werden geladen …',
  noData: 'Noch keine Daten',
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

  near: {
    title: 'In der Nähe',
    dangers: ['Gefahr in der Nähe', 'Gefahren in der Nähe'],
    none: 'Nichts gemeldet in der Nähe',
    loading: 'Gefahren werden geladen …',
    failed: 'Gefahren sind gerade nicht abrufbar',
    hidden: 'Alle Kategorien sind ausgeblendet',
  },

  around: {
    title: 'Rund um Ihr Fahrzeug',
    within: (dangers: string, km: number) => `${dangers} im Umkreis von ${km} km`,
    dangers: ['Gefahr', 'Gefahren'],
    moreThan: (count: string, km: number) => `Mehr als ${count} Gefahren im Umkreis von ${km} km`,
    none: (km: number) => `Nichts gemeldet im Umkreis von ${km} km`,
  },

  list: {
    title: 'Im Kartenausschnitt',
    titleInCircle: (km: number) => `Im Umkreis von ${km} km`,
    loading: 'Liste wird geladen …',
    failed: 'Die Liste konnte nicht geladen werden.',
    several: (count: string) => `${count} POIs`,
    count: (count: string) => `${count} im Ausschnitt`,
    empty: 'In diesem Ausschnitt ist nichts gemeldet. Zoomen Sie heraus oder verschieben Sie die Karte.',
    allHidden: 'Alle Kategorien sind ausgeblendet.',
    more: 'Weitere zeigen',
    distance: (distance: string) => `${distance} von der Kartenmitte`,
    order: 'Schweres zuerst',
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
    validity: 'Gültig',
    origin: 'Quelle und Abruf',
    asOf: 'Stand',
    method: 'Wie wir das wissen',
    methodOfOurs:
      'Gezählt sind Motorradunfälle mit Verletzten im Umkreis von 50 m, außerorts 150 m. Das ist unsere eigene Auswertung der amtlichen Unfallstatistik, keine amtliche Einstufung.',
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

  filters: {
    ofMap: 'Diese Auswahl gilt nur für die Karte. Wovor Sie gewarnt werden, steht in der',
    configuration: 'POI-Konfiguration',
  },

  planning: { title: 'Planen', ride: 'Fahrmodus', routeCheck: 'Route prüfen', exchange: 'Export und Import' },

  sources: 'Quellen',
  gone: 'Diese Meldung gibt es nicht mehr.',
}
