export const phonesProblems = {
  PHONES_OFF: {
    status: 409,
    message: 'Hier werden keine SMS verschickt und keine Anrufe gemacht. Alarme kommen per E-Mail.',
  },
  PHONE_NOT_REACHED: {
    status: 503,
    message:
      'Der Code ließ sich nicht schicken. Bitte prüfen Sie die Nummer, und versuchen Sie es in ein paar Minuten noch einmal.',
  },
  PHONE_CODE_WRONG: { status: 400, message: 'Dieser Code stimmt nicht. Bitte vergleichen Sie die Ziffern.' },
  PHONE_CODE_OVER: {
    status: 410,
    message: 'Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  },
} as const
