/**
 * What is said about the history before its tab is opened, apart from that tab's texts: these are loaded with it. Texts that
 * the specification quotes (section 8) are here word for word.
 */
export const historyMessages = {
  failed: 'Fehler beim Laden des Positionsverlaufs',
  /** With `GPX-Datei` these are the words of the specification. */
  fileFailed: (file: string) => `Fehler beim Download der ${file}`,
  fileEmpty: 'Keine Daten im gewählten Zeitraum vorhanden',
  fileSaved: (file: string) => `${file} wurde erfolgreich heruntergeladen`,
  deleted: (count: string) => `Gelöscht: ${count}.`,
  deleteFailed: 'Fehler beim Löschen der Positionen',
  storedPositions: ['gespeicherte Position', 'gespeicherte Positionen'],
  incomplete: 'Bitte geben Sie Datum und Uhrzeit an.',
} as const
