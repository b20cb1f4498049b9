export const pushProblems = {
  PUSH_ADDRESS_REFUSED: {
    status: 400,
    message:
      'Ihr Browser nennt einen Push-Dienst, den wir nicht erreichen können. Bitte versuchen Sie es mit einem anderen Browser.',
  },
  PUSH_LIMIT_REACHED: {
    status: 409,
    message:
      'Push-Nachrichten gehen schon an so viele Ihrer Browser wie möglich. Bitte melden Sie zuerst unter „Konto“ einen ab, den Sie nicht mehr benutzen.',
  },
} as const
