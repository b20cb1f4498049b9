import type { ProblemCode } from '#contract/problem.ts'
import type { BrowserProblemCode } from '#web/texts/general.ts'

type Texts = Partial<Record<ProblemCode | BrowserProblemCode, string>>

/** The text for a code, if this place has a special one. */
export function textOf(texts: Texts, code: string): string | undefined {
  return Object.entries(texts).find(([key]) => key === code)?.[1]
}

/** The texts of the screens before signing in; quoted ones are from the specification's sections 5 and 8. */
export const loginTexts = {
  failed: 'Login fehlgeschlagen',
  byCode: {
    UNAUTHORIZED: 'E-Mail-Adresse oder Passwort ist falsch.',
    NETWORK_ERROR: 'Verbindungsproblem. Bitte prüfen Sie Ihre Internetverbindung.',
    EMAIL_NOT_VERIFIED:
      'Ihre E-Mail-Adresse ist noch nicht bestätigt. Öffnen Sie den Link in unserer E-Mail oder fordern Sie einen neuen an.',
    IMEI_NOT_VERIFIED: 'Es fehlt noch ein Schritt: Bestätigen Sie die IMEI Ihres Geräts.',
    ACCOUNT_DISABLED: 'Ihr Konto ist deaktiviert. Kontaktieren Sie den Support.',
    UNKNOWN_ERROR: 'Ein unbekannter Fehler ist aufgetreten.',
  } satisfies Texts as Texts,
  emailMissing: 'Bitte geben Sie Ihre E-Mail-Adresse ein.',
} as const

export const resendTexts = {
  sent: 'Eine neue Registrierungsmail wurde gesendet.',
  failedAtLogin: 'Fehler beim Senden der E-Mail.',
  failed: 'E-Mail konnte nicht erneut gesendet werden',
  noEmail: 'Keine E-Mail-Adresse verfügbar',
} as const

export const registerTexts = {
  done: 'Registrierung erfolgreich',
  failed: 'Registrierung fehlgeschlagen',
} as const

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

export const imeiTexts = {
  failed: 'IMEI-Verifizierung fehlgeschlagen',
  incomplete: 'Bitte geben Sie eine gültige 15-stellige IMEI-Nummer ein',
  wrongLength: 'IMEI muss genau 15 Ziffern enthalten',
} as const
