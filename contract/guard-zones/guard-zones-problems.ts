export const guardZonesProblems = {
  GUARD_ZONE_LIMIT: { status: 409, message: 'Höchstens zehn Alarmzonen: Löschen Sie eine.' },
} as const
