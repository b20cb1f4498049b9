import type { Texts } from '../texts.ts'

/** The texts of both steps of verification; quoted ones are from the specification's sections 5 and 8. */
export const emailVerificationTexts = {
  failed: 'E-Mail-Verifizierung fehlgeschlagen',
  signedOutElsewhere:
    'Sie bleiben angemeldet, wo Sie die neue Adresse angegeben haben. Alle anderen Browser sind abgemeldet.',
  titleByCode: {
    TOKEN_INVALID: 'Link ungültig oder abgelaufen',
    TOKEN_NOT_FOUND: 'Link unbekannt',
    EXPIRED: 'Link abgelaufen',
    ALREADY_USED: 'Link bereits verwendet',
  } satisfies Texts as Texts,
  byCode: {
    TOKEN_INVALID: 'Dieser Link ist ungültig oder abgelaufen. Fordern Sie hier einen neuen an.',
    TOKEN_NOT_FOUND:
      'Diesen Link kennen wir nicht. Vielleicht fehlt ein Stück der Adresse. Fordern Sie hier einen neuen an.',
    EXPIRED: 'Der Link galt 24 Stunden. Fordern Sie hier einen neuen an.',
    ALREADY_USED:
      'Ihre E-Mail-Adresse ist damit schon bestätigt. Es geht mit Ihrem Passwort und der IMEI Ihres Geräts weiter.',
    NETWORK_ERROR:
      'Wir konnten den Link nicht prüfen. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal.',
    TIMEOUT: 'Die Prüfung hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  } satisfies Texts as Texts,
} as const

export const passwordStepTexts = {
  title: 'Passwort festlegen oder bestätigen',
  lead: 'Diese Adresse gehört Ihnen. Geben Sie jetzt das Passwort an, mit dem Sie sich künftig anmelden: das von der Registrierung oder ein neues. Jedes andere gilt danach nicht mehr.',
  submit: 'Passwort speichern',
  done: 'Ihr Passwort ist gespeichert. Jetzt fehlt noch die IMEI Ihres Geräts.',
  finished: 'Ihr Konto ist schon fertig. Melden Sie sich mit Ihrem Passwort an.',
  newLink: 'Neuen Link anfordern',
} as const

export const sameBrowserTexts = {
  title: 'Sind Sie es?',
  lead: 'Haben Sie das Passwort in diesem Browser selbst gewählt? Dann gilt es. Konto:',
  confirm: 'Ja, mein Passwort gilt',
  other: 'Nein, Passwort festlegen',
} as const

export const imeiTexts = {
  failed: 'IMEI-Verifizierung fehlgeschlagen',
  incomplete: 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein',
  wrongLength: 'IMEI muss genau 15 Ziffern enthalten',
} as const
