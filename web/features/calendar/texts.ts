import { formatDayTime } from '#web/texts/formats.ts'

export const calendarTexts = {
  title: 'Termine im Kalender',
  lead: 'Enden der Lizenzen, Hauptuntersuchung und Saison Ihrer Fahrzeuge, in Ihrem eigenen Kalender: Er liest sie unter einer geheimen Adresse. Ein Ort oder Kennzeichen steht nicht darin.',
  loading: 'Ihr Kalender wird geladen',
  failed: 'Das konnte nicht geladen werden.',
  make: 'Adresse machen',
  replace: 'Neue Adresse',
  end: 'Abschalten',
  ended: 'Die Kalender-Adresse ist abgeschaltet.',
  since: (at: string) => `Es gibt eine Adresse seit ${formatDayTime(at)}.`,
  lastRead: (at: string | null) =>
    at === null ? 'Noch kein Kalender hat sie gelesen.' : `Zuletzt gelesen: ${formatDayTime(at)}.`,
  ends: 'Ändern Sie Passwort oder E-Mail-Adresse, gilt sie nicht mehr.',
  fresh: 'Die Adresse für Ihren Kalender',
  once: 'Sie wird nur jetzt gezeigt. Tragen Sie sie im Kalender als Abonnement ein („Kalender per URL hinzufügen“). Wer sie kennt, liest Ihre Termine.',
  open: 'Im Kalender öffnen',
  address: {
    label: 'Adresse',
    copy: 'Adresse kopieren',
    copied: 'Die Adresse ist kopiert.',
    notCopied: 'Bitte kopieren Sie die markierte Adresse.',
    done: 'Fertig',
  },
} as const
