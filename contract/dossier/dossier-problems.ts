export const dossierProblems = {
  STATEMENT_STANDS: {
    status: 409,
    message:
      'Die Meldung gilt schon und lässt sich nicht mehr zurücknehmen. Ist das Fahrzeug da, wählen Sie „Fahrzeug ist wieder da“.',
  },
  DOSSIER_STATE: {
    status: 409,
    message: 'Dieser Zustand lässt sich jetzt nicht setzen. Bitte laden Sie die Seite neu.',
  },
  DOSSIER_NO_CASE: {
    status: 409,
    message: 'Bitte melden Sie zuerst Verdacht oder Diebstahl.',
  },
  DOSSIER_LINK_LIMIT: {
    status: 409,
    message: 'Es gelten schon zehn Links. Bitte sperren Sie zuerst einen davon.',
  },
  DOSSIER_LINK_UNKNOWN: {
    status: 404,
    message: 'Dieser Link ist uns nicht bekannt. Bitte prüfen Sie, ob er vollständig ist.',
  },
  DOSSIER_LINK_EXPIRED: {
    status: 410,
    message: 'Dieser Link ist abgelaufen. Bitte lassen Sie sich vom Halter einen neuen geben.',
  },
  DOSSIER_LINK_REVOKED: {
    status: 410,
    message: 'Der Halter hat diesen Link gesperrt. Bitte lassen Sie sich von ihm einen neuen geben.',
  },
} as const
