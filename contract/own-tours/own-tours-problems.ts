import { ownToursLimits } from './own-tours-limits.ts'

const number = (value: number) => value.toLocaleString('de-DE')

export const ownToursProblems = {
  OWN_TOURS_FILE_TOO_LARGE: {
    status: 413,
    message: `Die Datei ist zu groß: Gelesen werden höchstens ${number(ownToursLimits.fileBytes / 1_000_000)} MB und ${number(ownToursLimits.filePoints)} Punkte. Bitte exportieren Sie einen kürzeren Zeitraum oder teilen Sie die Datei.`,
  },
  OWN_TOURS_WITHOUT_TIMES: {
    status: 400,
    message:
      'In dieser Datei haben die Punkte keine Zeiten: Das ist eine geplante Strecke. Bitte prüfen Sie sie unter „Route prüfen“.',
  },
  NO_OWN_TOURS: {
    status: 400,
    message:
      'In dieser Datei ist keine Tour. Eine Tour hat mindestens zwei Punkte mit Zeiten zwischen dem Jahr 2000 und heute.',
  },
  OWN_TOURS_KNOWN: {
    status: 409,
    message: 'Alles aus dieser Datei ist schon da. Es wurde nichts doppelt gespeichert.',
  },
  OWN_TOURS_HIDDEN: {
    status: 409,
    message: 'Alles aus dieser Datei liegt in Ihren Privatzonen. Es wurde nichts davon gespeichert.',
  },
  TOO_MANY_OWN_TOURS: {
    status: 409,
    message: `Damit wären es mehr als ${number(ownToursLimits.most)} eigene Touren oder ${number(ownToursLimits.points)} Punkte. Löschen Sie zuerst ältere.`,
  },
} as const
