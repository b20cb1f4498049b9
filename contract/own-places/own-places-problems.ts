export const ownPlacesProblems = {
  OWN_PLACE_LIMIT: { status: 409, message: 'Höchstens zehn Orte: Löschen Sie einen.' },
} as const
