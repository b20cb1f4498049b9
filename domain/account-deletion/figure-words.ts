import type { DeletionFigures } from '#contract/account-deletion.ts'

/** What an account has, in words: only what there is, the most important first. */
export function figureWords(figures: DeletionFigures): string[] {
  return kinds
    .filter(({ key }) => figures[key] > 0)
    .map(({ key, one, many }) => (figures[key] === 1 ? `1 ${one}` : `${figures[key].toLocaleString('de-DE')} ${many}`))
}

const kinds = [
  { key: 'devices', one: 'Gerät mit Fahrzeug und Einstellungen', many: 'Geräte mit Fahrzeugen und Einstellungen' },
  { key: 'licences', one: 'Lizenz in Ihrem Konto', many: 'Lizenzen in Ihrem Konto' },
  { key: 'positions', one: 'Position', many: 'Positionen' },
  { key: 'daysOfHistory', one: 'Tag Positionsverlauf', many: 'Tage Positionsverlauf' },
  { key: 'alarms', one: 'Alarm', many: 'Alarme' },
  { key: 'dossiers', one: 'Anzeige-Mappe', many: 'Anzeige-Mappen' },
  { key: 'policeLinks', one: 'offener Link für die Polizei', many: 'offene Links für die Polizei' },
  { key: 'pictures', one: 'Bild', many: 'Bilder' },
  { key: 'ownPois', one: 'eigener POI', many: 'eigene POIs' },
  { key: 'poiReports', one: 'POI-Meldung (sie bleibt ohne Sie)', many: 'POI-Meldungen (sie bleiben ohne Sie)' },
  { key: 'shares', one: 'Freigabe', many: 'Freigaben' },
  { key: 'dataExports', one: 'Datei mit Ihren Daten', many: 'Dateien mit Ihren Daten' },
  { key: 'guardZones', one: 'Alarmzone', many: 'Alarmzonen' },
  { key: 'privacyZones', one: 'Privatzone', many: 'Privatzonen' },
  { key: 'savedRoutes', one: 'gespeicherte Strecke', many: 'gespeicherte Strecken' },
  { key: 'passkeys', one: 'Passkey', many: 'Passkeys' },
  { key: 'pushBrowsers', one: 'Browser mit Push-Nachrichten', many: 'Browser mit Push-Nachrichten' },
  { key: 'sessions', one: 'Anmeldung', many: 'Anmeldungen' },
] as const satisfies readonly { key: keyof DeletionFigures; one: string; many: string }[]
