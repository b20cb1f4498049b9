export const sharesProblems = {
  SHARE_LIMIT: { status: 409, message: 'Höchstens zehn Freigaben: Beenden Sie zuerst eine.' },
  SHARE_OVER: { status: 401, message: 'Diese Freigabe gibt es nicht oder nicht mehr.' },
} as const
