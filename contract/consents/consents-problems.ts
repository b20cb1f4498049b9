export const consentsProblems = {
  CONSENT_REQUIRED: { status: 400, message: 'Bitte willigen Sie zuerst in die Positionsaufzeichnung ein.' },
  CONSENT_TEXT_CHANGED: {
    status: 409,
    message: 'Der Text der Einwilligung ist neu. Bitte laden Sie die Seite neu und lesen Sie ihn.',
  },
} as const
