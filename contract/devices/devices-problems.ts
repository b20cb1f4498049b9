export const devicesProblems = {
  INVALID_IMEI_FORMAT: { status: 400, message: 'IMEI muss genau 15 Ziffern haben' },
  IMEI_NOT_AVAILABLE: {
    status: 404,
    message:
      'Diese IMEI ist nicht verfügbar. Bitte prüfen Sie die Nummer auf dem Gerät und, wenn eine Karte dabei war, den Aktivierungscode.',
  },
  IMEI_ALREADY_ASSIGNED: {
    status: 409,
    message:
      'Diese IMEI ist bereits einem Konto zugeordnet. Wenn Sie das Gerät gebraucht gekauft haben, hilft Ihnen der Support.',
  },
  DEVICE_LIMIT_REACHED: {
    status: 409,
    message: 'Sie haben die Höchstzahl an Geräten erreicht. Entfernen Sie zuerst ein Gerät.',
  },
  RECIPIENT_NOT_FOUND: {
    status: 404,
    message:
      'Zu Ihrer E-Mail-Adresse gibt es kein bestätigtes Konto. Bitten Sie den bisherigen Besitzer, das Gerät zu entfernen; dann registrieren Sie sich damit.',
  },
  OFFER_OVER: {
    status: 410,
    message:
      'Dieses Angebot gilt nicht mehr: Es ist abgelaufen, zurückgenommen oder schon angenommen. Bitte fragen Sie den bisherigen Besitzer.',
  },
  OFFER_RESTS: {
    status: 409,
    message:
      'Dieses Gerät kann gerade nicht übergeben werden, aber vielleicht später. Bitte fragen Sie den bisherigen Besitzer.',
  },
  CLOCK_CHANGED: {
    status: 409,
    message: 'Das Gerät meldet seine Zeit inzwischen anders. Bitte laden Sie die Seite neu.',
  },
} as const
