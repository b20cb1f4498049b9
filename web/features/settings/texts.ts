export const configurationTexts = {
  title: 'POI-Konfiguration',
  lead: 'Legen Sie fest, wovor Sie gewarnt werden, wie früh und womit. Was die Karte zeigt, wählen Sie über der Karte.',
  failed: 'Die Einstellungen konnten nicht geladen werden.',

  legalTitle: 'Blitzer: nur für die Planung vor der Fahrt.',
  legalText:
    'Während der Fahrt dürfen Sie in Deutschland kein Gerät betreiben oder betriebsbereit mitführen, das Blitzer anzeigt (§\u00a023 Abs.\u00a01c StVO). Was Sie hier für Blitzer einstellen, dient der Planung vor der Fahrt; Ihr Gerät darf sie während der Fahrt nicht anzeigen. Alle anderen Warnungen bleiben erlaubt.',
  legalHint: 'Nur für die Planung vor der Fahrt (§\u00a023 Abs.\u00a01c StVO).',

  scope: {
    title: 'Gilt für',
    label: 'Einstellungen auswählen',
    account: 'Mein Konto',
    accountHint: 'Gilt für alle Geräte ohne eigene Einstellungen.',
    deviceHint: 'Gilt nur für dieses Gerät. Es holt sich neue Einstellungen, sobald es sich das nächste Mal meldet.',
    devicesFailed: 'Ihre Geräte konnten nicht geladen werden. Deshalb fehlen sie in der Auswahl.',
    synced: 'Stand',
    changed: 'Zuletzt geändert',
    neverChanged: 'Noch nie, Sie sehen die Voreinstellung',
    version: (version: string, time: string) => `${time} (Version ${version})`,
    wanted: 'Gewünscht',
    followsAccount: 'Wie Ihr Konto, bis Sie hier etwas ändern',
    applied: 'Vom Gerät übernommen',
    notApplied: 'Noch nicht',
    behind: 'Neuere Version steht noch aus',
    upToDate: 'Aktuell',
  },

  copy: {
    title: 'Keine Verbindung: Sie sehen Ihre letzte Kopie',
    text: (time: string) =>
      `Stand vom ${time}, in diesem Browser gespeichert. Was Sie jetzt ändern und speichern, wird gesendet, sobald Netz da ist.`,
    fixedText: (time: string) =>
      `Stand vom ${time}, in diesem Browser gespeichert. Ändern können Sie die Einstellungen wieder, sobald eine Verbindung besteht.`,
  },

  category: {
    heading: 'Kategorien',
    switch: (category: string) => `${category}: Warnungen`,
    off: 'Aus',
    metresBefore: (metres: string) => `${metres} m vorher`,
    secondsBefore: (seconds: string) => `${seconds} s vorher`,
    bothSignals: 'Ton und Licht',
    acousticOnly: 'nur Ton',
    visualOnly: 'nur Licht',
    noSignal: 'ohne Signal',
    typesOff: (off: string, all: string) => `${off} von ${all} Arten aus`,
    disabledHint: 'Diese Kategorie ist ausgeschaltet. Ihre Einstellungen bleiben erhalten.',
  },

  distance: {
    legend: 'Wie früh',
    metres: 'Nach Entfernung',
    seconds: 'Nach Zeit',
    metresDetail: 'Immer gleich weit vor der Stelle',
    secondsDetail: 'Je schneller Sie fahren, desto früher',
    metresLabel: 'Meter vor der Stelle',
    secondsLabel: 'Sekunden vor der Stelle',
    slider: (label: string) => `${label}, Schieberegler`,
    metresSpoken: (metres: string) => `${metres} Meter`,
    secondsSpoken: (seconds: string) => `${seconds} Sekunden`,
    secondsExample: (seconds: string, speed: string, metres: string) =>
      `${seconds} s sind bei ${speed} km/h ${metres} m.`,
    metresExample: (metres: string, speed: string, seconds: string) =>
      `${metres} m sind bei ${speed} km/h ${seconds} s.`,
    others: (slow: string, fast: string) => `Bei 50 km/h: ${slow}. Bei 130 km/h: ${fast}.`,
  },

  signals: {
    legend: 'Womit',
    acoustic: 'Ton',
    acousticDetail: 'Ein Hinweiston je Warnung',
    visual: 'Licht',
    visualDetail: 'Leuchte am Gerät',
    none: 'Ohne Ton und Licht werden Sie die Warnung nicht bemerken.',
    probe: 'Probe hören',
    probeHint: 'So klingt der Hinweis in diesem Browser. Ihr Gerät kann anders klingen.',
    probeFailed:
      'Der Ton konnte nicht abgespielt werden. Bitte prüfen Sie die Lautstärke und erlauben Sie Töne für diese Seite.',
  },

  colour: {
    legend: 'Farbe der Leuchte',
    own: 'Eigene Farbe',
    chosen: (name: string) => `Gewählt: ${name}`,
  },

  types: {
    legend: 'Wovor',
    all: 'Alle einschalten',
    none: 'Alle Arten sind aus: Diese Kategorie warnt nicht.',
    count: (on: string, all: string) => `${on} von ${all} Arten eingeschaltet`,
  },

  quiet: {
    title: 'Ruhezeiten',
    enabled: 'Töne zu bestimmten Zeiten stumm',
    from: 'Von',
    to: 'Bis',
    explained: 'In dieser Zeit bleibt jeder Hinweiston aus. Licht und Anzeige warnen weiter.',
    span: (from: string, to: string) => `Still von ${from} bis ${to} Uhr, jeden Tag.`,
    overnight: (from: string, to: string) => `Still von ${from} bis ${to} Uhr am nächsten Morgen.`,
    wholeDay: 'Beginn und Ende sind gleich: Es ist den ganzen Tag still.',
    zone: 'Uhrzeiten in deutscher Zeit.',
  },

  brightness: {
    title: 'Leuchten am Gerät',
    label: 'Helligkeit in Prozent',
    spoken: (percent: string) => `${percent} Prozent`,
    off: 'Bei 0 % bleiben die Leuchten dunkel.',
    hint: 'Die Farbe jeder Leuchte wählen Sie bei ihrer Kategorie.',
  },

  reset: {
    title: 'Voreinstellung',
    text: 'Setzt alle Kategorien und Ruhezeiten auf die ursprünglichen Werte.',
    deviceText: 'Setzt alle Kategorien, Ruhezeiten und Leuchten dieses Geräts auf die ursprünglichen Werte.',
    button: 'Zurücksetzen',
    question: 'Auf die Voreinstellung zurücksetzen?',
    warning: 'Ihre jetzigen Einstellungen gehen dabei verloren. Das lässt sich nicht rückgängig machen.',
    failed: 'Das Zurücksetzen ist fehlgeschlagen.',
  },

  save: {
    button: 'Speichern',
    discard: 'Verwerfen',
    region: 'Änderungen speichern',
    saving: 'Wird gespeichert …',
    resetting: 'Wird zurückgesetzt …',
    unsaved: 'Ungespeicherte Änderungen',
    saved: (time: string) => `Gespeichert um ${time}`,
    clean: 'Alles gespeichert',
    failed: 'Das Speichern ist fehlgeschlagen. Ihre Änderungen stehen noch hier.',
  },

  conflict: {
    title: 'Diese Einstellungen wurden inzwischen anderswo geändert',
    text: (version: string, time: string | null) =>
      `Jetzt gilt Version ${version}${time === null ? '' : `, geändert am ${time}`}. Ihre Änderungen stehen noch hier und sind nicht gespeichert.`,
    reload: 'Anderen Stand laden',
    overwrite: 'Mit meinen überschreiben',
  },

  leave: {
    title: 'Ungespeicherte Änderungen verwerfen?',
    text: 'Ihre Änderungen sind noch nicht gespeichert. Wenn Sie jetzt weitergehen, gehen sie verloren.',
    action: 'Verwerfen und weiter',
  },

  preview: {
    mapLabel: 'Beispielort bei Karlsruhe mit dem Umkreis, in dem gewarnt wird',
    circle: (metres: string, speed: string) =>
      `Beispielort bei Karlsruhe. Bei ${speed} km/h kommt die Warnung ${metres} m vor der Stelle, an der Linie des Kreises.`,
    off: 'Keine Warnung: Die Kategorie ist ausgeschaltet.',
    lamp: 'Leuchte am Gerät',
    lampOn: (percent: string) => `an, ${percent} % hell`,
    lampOff: 'aus',
  },
}

/** Colours that lamps of three primaries show well; the delivered ones are among them. */
export const lampColours: readonly { value: string; name: string }[] = [
  { value: '#dc2626', name: 'Rot' },
  { value: '#ea7a1a', name: 'Orange' },
  { value: '#eab308', name: 'Gelb' },
  { value: '#16a34a', name: 'Grün' },
  { value: '#0d9488', name: 'Türkis' },
  { value: '#2563eb', name: 'Blau' },
  { value: '#7c3aed', name: 'Violett' },
  { value: '#6b7280', name: 'Grau' },
]
