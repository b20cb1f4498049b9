import type { ProblemCode } from '#contract/base/problem.ts'
import type { BrowserProblemCode } from '#web/texts/general.ts'

export type Texts = Partial<Record<ProblemCode | BrowserProblemCode, string>>

/** The text for a code, if this place has a special one. */
export function textOf(texts: Texts, code: string): string | undefined {
  return Object.entries(texts).find(([key]) => key === code)?.[1]
}

/** The texts of signing in and registering; quoted ones are from the specification's sections 5 and 8. */
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
