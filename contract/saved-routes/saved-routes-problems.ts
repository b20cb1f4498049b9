export const savedRoutesProblems = {
  SAVED_ROUTE_LIMIT: { status: 409, message: 'Höchstens 30 Strecken: Löschen Sie eine.' },
} as const
