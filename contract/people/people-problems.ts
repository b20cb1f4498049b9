export const peopleProblems = {
  PERSON_KNOWN: {
    status: 409,
    message: 'Diese Adresse steht schon in der Liste. Ist die Einladung nicht angekommen, entfernen Sie sie zuerst.',
  },
  PERSON_LIMIT: { status: 409, message: 'Höchstens fünf Personen je Fahrzeug: Entfernen Sie zuerst eine.' },
  PERSON_INVITATION_OVER: {
    status: 410,
    message: 'Diese Einladung gilt nicht oder nicht mehr. Bitte lassen Sie sich noch einmal einladen.',
  },
  PERSON_INVITATION_USED: {
    status: 409,
    message: 'Diese Einladung ist schon angenommen. Das Fahrzeug steht unter „Fahrzeuge anderer“.',
  },
  PERSON_INVITATION_FOREIGN: {
    status: 403,
    message:
      'Diese Einladung ging an eine andere E-Mail-Adresse. Bitte melden Sie sich mit dem Konto dieser Adresse an.',
  },
  DRIVER_RIDES_ONLY: {
    status: 403,
    message: 'Sie können den Alarm mit „Ich fahre“ pausieren. Alles andere entscheidet, wem das Fahrzeug gehört.',
  },
} as const
