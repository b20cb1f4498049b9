import { dataExportLimits } from '#contract/data-export/data-export-limits.ts'
import type { DataExport } from '#contract/data-export/data-export.ts'
import { formatDay, formatDayTime, formatNumber } from '#web/texts/formats.ts'

/** `3,4 MB`; less than that in kB. */
function formatBytes(bytes: number): string {
  const megabytes = bytes / 1_000_000
  return megabytes < 0.1
    ? `${formatNumber(Math.max(1, Math.round(bytes / 1000)))} kB`
    : `${formatNumber(megabytes, 1)} MB`
}

export const dataExportTexts = {
  title: 'Meine Daten mitnehmen',
  lead: 'Alles, was zu Ihrem Konto gespeichert ist, als ZIP-Datei: eine Seite zum Lesen, eine Datei für Programme, Positionen je Gerät und Ihre Bilder.',
  time: `Das dauert ein paar Minuten. Sie können die Seite solange schließen: Wir schicken Ihnen einen Link per E-Mail. Er gilt ${dataExportLimits.keptDays} Tage.`,
  withoutZones: 'Orte in meinen Privatzonen weglassen',
  request: 'Datei anfordern',
  again: 'Neue Datei anfordern',
  replaces: 'Eine neue Datei ersetzt diese; der Link in der E-Mail gilt dann nicht mehr.',
  loading: 'Wird geladen …',
  loadFailed: 'Ob es eine Datei gibt, konnte nicht geladen werden',
  failed: 'Das ist nicht gelungen.',
  demo: 'Im Demokonto gibt es nichts mitzunehmen. Mit einem eigenen Konto fordern Sie hier Ihre Daten an.',
  waiting: 'Gleich geht es los …',
  steps: {
    POSITIONS: (name: string | null) => (name === null ? 'Positionen' : `Positionen von „${name}“`),
    PICTURES: () => 'Bilder',
    RECORDS: () => 'Alles andere',
  },
  progress: 'Fortschritt',
  percent: (percent: number) => `${formatNumber(percent)} %`,
  cancel: 'Abbrechen',
  cancelled: 'Abgebrochen. Von der Datei ist nichts gespeichert.',
  ready: ({ bytes, expiresAt }: DataExport) =>
    `Fertig${bytes === null ? '' : `, ${formatBytes(bytes)}`}${expiresAt === null ? '' : `, verfügbar bis ${formatDayTime(expiresAt)} Uhr`}`,
  lacksPlaces: 'Ohne Orte in Ihren Privatzonen.',
  careful: 'Die Datei zeigt, wo Sie waren. Bitte bewahren Sie sie sicher auf.',
  download: 'Herunterladen',
  remove: 'Datei löschen',
  removeTitle: 'Datei mit Ihren Daten löschen?',
  removeText:
    'Der Link in der E-Mail gilt dann nicht mehr. Ihre Daten selbst bleiben; eine neue Datei können Sie jederzeit anfordern.',
  removed: 'Die Datei ist gelöscht. Der Link in der E-Mail gilt nicht mehr.',
  gaveUp:
    'Die Datei konnte nicht erstellt werden. Bitte fordern Sie sie noch einmal an. Gelingt es wieder nicht, hilft Ihnen der Support.',
  expired: (requestedAt: string) =>
    `Die Datei vom ${formatDay(requestedAt)} ist nach ${dataExportLimits.keptDays} Tagen gelöscht worden.`,
} as const

export const linkedExportTexts = {
  title: 'Meine Daten',
  lead: 'Hier laden Sie die Datei mit allem herunter, was zu Ihrem Konto gespeichert ist.',
  file: (bytes: number, expiresAt: string) => `${formatBytes(bytes)}, verfügbar bis ${formatDayTime(expiresAt)} Uhr`,
  loading: 'Wird geladen …',
  download: 'Herunterladen',
  refused: 'Dieser Link öffnet nichts mehr',
  toMyData: 'Zu „Meine Daten“',
} as const
