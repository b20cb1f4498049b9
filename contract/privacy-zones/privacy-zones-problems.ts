export const privacyZonesProblems = {
  PRIVACY_ZONE_LIMIT: { status: 409, message: 'Höchstens fünf Privatzonen: Löschen Sie eine.' },
} as const
