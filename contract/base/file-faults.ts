/** What is wrong with a file of places or lines as a whole, and what to do about it, for people. */
export const fileFaults = {
  empty: 'Die Datei ist leer. Bitte exportieren Sie sie noch einmal.',
  html: 'Das ist eine Internetseite, nicht die Datei selbst. Bitte melden Sie sich dort an und laden Sie die Datei herunter.',
  archive: 'Das ist ein gepacktes Archiv (ZIP oder KMZ). Bitte entpacken Sie es und wählen Sie die Datei darin.',
  unpacked: 'Das Archiv ist entpackt zu groß. Bitte entpacken Sie es und wählen Sie die Dateien einzeln.',
  gpi: 'Das ist eine GPI-Datei von Garmin. Dieses Format lesen wir nicht: Bitte wählen Sie die CSV- oder GPX-Datei, aus der sie gemacht wurde.',
  'not-xml': 'Das ist kein lesbares Format: Die Datei beginnt nicht mit einem Element. Bitte prüfen Sie die Endung.',
  'not-gpx': 'Das ist ein anderes Format als GPX. Bitte exportieren Sie die Strecke als GPX.',
  'not-tours':
    'In dieser Datei sind keine Touren, die wir lesen können. Möglich sind GPX, Google Zeitachse (vom Telefon), Traccar und OwnTracks.',
  'not-kml': 'Das ist ein anderes Format als GPX oder KML. Bitte exportieren Sie die Datei als GPX.',
  doctype:
    'Die Datei erklärt eigene Abkürzungen (DOCTYPE). Aus Sicherheitsgründen werden solche Dateien nicht gelesen.',
  entity: 'Hier steht ein Zeichen & ohne seine Umschreibung. Bitte exportieren Sie die Datei noch einmal.',
  'cut-off': 'Die Datei ist unvollständig: Sie hört mittendrin auf. Bitte laden Sie sie noch einmal herunter.',
  unclosed: 'Ein Element wird geschlossen, das nicht offen ist. Bitte exportieren Sie die Datei noch einmal.',
  malformed: 'Hier ist die Datei falsch geschrieben. Bitte exportieren Sie sie noch einmal.',
  coordinate:
    'Einem Punkt fehlen gültige Koordinaten (lat von -90 bis 90, lon von -180 bis 180, mit Dezimalpunkt). Bitte entfernen Sie diesen Punkt oder exportieren Sie die Datei noch einmal.',
} as const

export type FileFault = keyof typeof fileFaults
