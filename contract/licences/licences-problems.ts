export const licencesProblems = {
  LICENSE_NOT_FOUND: {
    status: 404,
    message: 'Diese Lizenz wurde nicht gefunden. Bitte prüfen Sie den Lizenzschlüssel.',
  },
  LICENSE_NOT_ON_DEVICE: {
    status: 409,
    message: 'Das Gerät, von dem Sie die Lizenz nehmen, nutzt sie nicht mehr. Bitte wählen Sie neu.',
  },
  LICENSE_IN_USE: {
    status: 409,
    message:
      'Dieser Lizenzschlüssel gehört schon zu einem anderen Konto. Wenn Sie ihn gekauft haben, hilft Ihnen der Support.',
  },
  NO_SEAT_LEFT: {
    status: 409,
    message: 'Diese Lizenz hat keinen freien Geräteplatz mehr. Geben Sie sie zuerst frei, oder wählen Sie eine andere.',
  },
  LICENSE_EXPIRED: { status: 409, message: 'Diese Lizenz ist abgelaufen. Bitte verlängern Sie sie.' },
  LICENSE_REQUIRED: {
    status: 403,
    message:
      'Für die Positionsaufzeichnung braucht dieses Gerät eine gültige Lizenz. Weisen Sie ihm unter „Geräte und Lizenzen“ eine zu.',
  },
} as const
