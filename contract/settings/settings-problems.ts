export const settingsProblems = {
  VERSION_CONFLICT: {
    status: 409,
    message: 'Diese Einstellungen wurden inzwischen an anderer Stelle geändert. Bitte laden Sie sie neu.',
  },
} as const
