import { webhooksLimits } from './webhooks-limits.ts'

export const webhooksProblems = {
  WEBHOOK_LIMIT: {
    status: 409,
    message: `Mehr als ${webhooksLimits.perAccount} Webhooks sind nicht möglich. Bitte löschen Sie zuerst einen, den Sie nicht mehr brauchen.`,
  },
  WEBHOOK_ADDRESS: {
    status: 400,
    message:
      'Ein Webhook braucht eine Adresse mit https:// und einem Namen im Internet, ohne Passwort darin; der Port ist 443 oder größer als 1023.',
  },
  ADDRESS_PRIVATE: {
    status: 400,
    message:
      'Diese Adresse führt in ein privates Netz, das wir nicht erreichen dürfen. Bitte nehmen Sie eine, die im Internet erreichbar ist.',
  },
  ADDRESS_UNKNOWN: {
    status: 400,
    message: 'Diesen Namen finden wir im Internet nicht. Bitte prüfen Sie die Adresse.',
  },
  WEBHOOK_PAUSED: {
    status: 409,
    message: 'Dieser Webhook ist pausiert. Bitte setzen Sie ihn zuerst fort.',
  },
} as const
