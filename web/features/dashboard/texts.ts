export const dashboardTexts = {
  title: 'Dashboard',
  sample: 'Beispieldaten',
  sampleNote: 'Alle Zahlen hier sind Beispieldaten. Die echte Lage zeigen Karte und Warnliste.',
  samplesHint: 'Fahrwetter, Blitzer, Verkehrslage, Wissenswertes',
  around: { title: 'Vor der Fahrt', around: 'Was ist um mich?', route: 'Route prüfen', ride: 'Fahrmodus starten' },
  links: {
    title: 'Schnellzugriff',
    pois: 'POIs in der Umgebung',
    poisHint: 'Was vor der Fahrt auf Ihrer Strecke wartet',
    configuration: 'POI-Konfiguration',
    configurationHint: 'Wovor, wie früh und wie gewarnt wird',
    tracking: 'Positionstracking',
    trackingHint: 'Diebstahl-Tracking und Bewegungsprofil',
    devices: 'Geräte und Lizenzen',
    devicesHint: 'Ihre Geräte, ihr Zustand und Ihre Lizenzen',
  },
} as const
