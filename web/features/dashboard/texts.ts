export const dashboardTexts = {
  title: 'Dashboard',
  sample: 'Beispieldaten',
  sampleNote: 'Alle Zahlen hier sind Beispieldaten. Die echte Lage zeigen Karte und Warnliste.',
  around: { title: 'Vor der Fahrt', around: 'Was ist um mich?', route: 'Route prüfen', ride: 'Fahrmodus starten' },
  links: {
    title: 'Schnellzugriff',
    pois: 'POIs in der Umgebung',
    configuration: 'POI-Konfiguration',
    tracking: 'Positionstracking',
    devices: 'Geräte und Lizenzen',
  },
} as const
