export const poiReportsProblems = {
  REPORT_OVER: {
    status: 410,
    message: 'Diese Meldung wäre schon wieder vorbei. Ist es noch da, melden Sie es bitte neu.',
  },
  STATISTICS_NOT_VOTED: {
    status: 409,
    message:
      'Unfallschwerpunkte stehen in der Unfallstatistik; darüber wird nicht abgestimmt. Wenn Sie die Stelle nicht sehen möchten, blenden Sie sie aus.',
  },
} as const
