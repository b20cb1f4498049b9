import type { GpxMistake } from '#domain/gpx-reading.ts'

/** What is wrong with a file of places or lines, and what to do about it. */
export const fileFaults: Record<GpxMistake['fault'], string> = {
  empty: 'Die Datei ist leer. Bitte exportieren Sie sie noch einmal.',
  html: 'Das ist eine Internetseite, keine GPX-Datei. Bitte melden Sie sich dort an und laden Sie die Datei selbst herunter.',
  'not-xml':
    'Das ist keine GPX-Datei: Sie beginnt nicht mit einem Element. Bitte wählen Sie eine Datei mit der Endung .gpx.',
  'not-gpx': 'Das ist ein anderes Format als GPX. Bitte exportieren Sie die Strecke als GPX.',
  doctype:
    'Die Datei erklärt eigene Abkürzungen (DOCTYPE). Aus Sicherheitsgründen werden solche Dateien nicht gelesen.',
  entity: 'Hier steht ein Zeichen & ohne seine Umschreibung. Bitte exportieren Sie die Datei noch einmal.',
  'cut-off': 'Die Datei ist unvollständig: Sie hört mitten im Text auf. Bitte laden Sie sie noch einmal herunter.',
  unclosed: 'Ein Element wird geschlossen, das nicht offen ist. Bitte exportieren Sie die Datei noch einmal.',
  malformed: 'Ein Element ist falsch geschrieben. Bitte exportieren Sie die Datei noch einmal.',
  coordinate: 'Einem Punkt fehlen gültige Koordinaten (lat von -90 bis 90, lon von -180 bis 180, mit Dezimalpunkt).',
}

/** `Zeile 12, Element <trkpt>: Einem Punkt fehlen …` */
export function mistakeInWords({ fault, line, element }: GpxMistake): string {
  if (fault === 'empty' || fault === 'html') return fileFaults[fault]
  const place = element === null ? `Zeile ${line}` : `Zeile ${line}, Element <${element}>`
  return `${place}: ${fileFaults[fault]}`
}
