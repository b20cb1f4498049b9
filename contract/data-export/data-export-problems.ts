export const dataExportProblems = {
  DATA_EXPORT_UNDER_WAY: { status: 409, message: 'Ihre Datei entsteht schon. Bitte laden Sie neu.' },
  DATA_EXPORT_GONE: {
    status: 410,
    message: 'Diese Datei ist gelöscht. Unter „Meine Daten“ fordern Sie eine neue an.',
  },
} as const
