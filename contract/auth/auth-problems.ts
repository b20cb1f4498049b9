export const authProblems = {
  STEP_UP_REQUIRED: { status: 403, message: 'Bitte bestätigen Sie zuerst, dass Sie es sind.' },
  EMAIL_EXISTS: { status: 409, message: 'Diese E-Mail-Adresse ist bereits registriert' },
  PASSWORDS_BUSY: {
    status: 429,
    message:
      'Gerade werden sehr viele Passwörter geprüft, Ihres kam noch nicht an die Reihe. Bitte versuchen Sie es gleich noch einmal.',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    message: 'Dieses Passwort gehört zu den häufigsten und wird zuerst probiert. Bitte wählen Sie ein anderes.',
  },
  PASSWORD_WRONG: { status: 400, message: 'Das aktuelle Passwort ist falsch.' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.' },
  IMEI_NOT_VERIFIED: { status: 403, message: 'Bitte bestätigen Sie zuerst die IMEI Ihres Geräts.' },
  PASSWORD_NOT_CONFIRMED: {
    status: 403,
    message:
      'Bitte legen Sie zuerst Ihr Passwort fest: mit dem Link in unserer E-Mail. Wenn er nicht mehr gilt, fordern Sie einen neuen an.',
  },
  OTHER_BROWSER: {
    status: 403,
    message:
      'Dieser Browser ist nicht der, in dem Sie sich registriert haben, oder das ist länger als einen Tag her. Bitte geben Sie Ihr Passwort ein.',
  },
  ACCOUNT_DISABLED: { status: 403, message: 'Ihr Konto ist deaktiviert. Kontaktieren Sie den Support.' },
  TOKEN_INVALID: { status: 401, message: 'Der Link ist ungültig oder abgelaufen. Bitte fordern Sie einen neuen an.' },
  TOKEN_NOT_FOUND: { status: 404, message: 'Dieser Link ist uns nicht bekannt. Bitte fordern Sie einen neuen an.' },
  ALREADY_USED: { status: 409, message: 'Link bereits verwendet' },
  EXPIRED: { status: 410, message: 'Der Link ist abgelaufen. Bitte fordern Sie einen neuen an.' },

  // The device's proof of purchase
  INVALID_FORMAT: { status: 400, message: 'IMEI muss genau 15 Ziffern enthalten' },
  IMEI_NOT_FOUND: {
    status: 404,
    message:
      'Diese IMEI ist nicht in unserer Datenbank registriert. Bitte vergleichen Sie sie mit dem Aufkleber auf Ihrem Gerät; liegt im Karton eine Karte mit Aktivierungscode, geben Sie auch ihn ein. Weitere Geräte fügen Sie nach der Anmeldung mit „Gerät hinzufügen“ hinzu.',
  },
  ALREADY_ASSIGNED: {
    status: 409,
    message:
      'Dieses Gerät gehört bereits zu einem anderen Konto. Wenn Sie es gebraucht gekauft haben, hilft Ihnen der Support.',
  },
  RATE_LIMIT_EXCEEDED: { status: 429, message: 'Das Limit von 5 Versuchen pro Stunde ist erreicht.' },
} as const
