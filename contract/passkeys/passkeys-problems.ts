import { passkeysLimits } from './passkeys-limits.ts'

export const passkeysProblems = {
  PASSKEY_UNKNOWN: {
    status: 404,
    message:
      'Diesen Passkey gibt es in keinem Konto mehr. Melden Sie sich mit E-Mail-Adresse und Passwort an. Den alten Eintrag können Sie auf Ihrem Gerät löschen.',
  },
  PASSKEY_REFUSED: {
    status: 400,
    message:
      'Dieser Passkey ließ sich nicht prüfen. Bitte versuchen Sie es noch einmal. Gelingt es wieder nicht, hilft Ihr Passwort weiter.',
  },
  PASSKEY_TOO_LATE: {
    status: 410,
    message: 'Das hat zu lange gedauert. Bitte beginnen Sie mit dem Passkey noch einmal.',
  },
  PASSKEY_EXISTS: {
    status: 409,
    message: 'Dieser Passkey ist schon in einem Konto hinterlegt. Bitte nehmen Sie einen anderen.',
  },
  PASSKEY_LIMIT_REACHED: {
    status: 409,
    message: `Mehr als ${passkeysLimits.perAccount} Passkeys sind nicht möglich. Bitte entfernen Sie zuerst einen, den Sie nicht mehr brauchen.`,
  },
} as const
