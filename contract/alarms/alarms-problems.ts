export const alarmsProblems = {
  ALARM_LINK_UNKNOWN: {
    status: 404,
    message: 'Dieser Link gilt nicht mehr. Melden Sie sich an: Dort beantworten Sie den Alarm.',
  },
  ALARM_ANSWERED: {
    status: 409,
    message: 'Diesen Alarm haben Sie schon beantwortet. Ob er gerade pausiert, sehen Sie nach der Anmeldung.',
  },
  ALARM_LINK_ENDED: {
    status: 410,
    message: 'Dieser Link ist abgelaufen. Melden Sie sich an, um den Alarm zu beantworten.',
  },
  ALARM_LINK_OVER: {
    status: 410,
    message: 'Dieser Link gilt nicht oder nicht mehr: Der Alarm ist gelöscht, oder es hat sich etwas geändert.',
  },
  PAUSE_NOT_AHEAD: {
    status: 400,
    message: 'Bitte wählen Sie eine Uhrzeit, die noch kommt, höchstens 24 Stunden im Voraus.',
  },
  VEHICLE_MISSED: {
    status: 409,
    message: 'Bitte sagen Sie zuerst auf der Seite „Diebstahl“, dass das Fahrzeug wieder da oder alles in Ordnung ist.',
  },
  TAP_OVERTAKEN: {
    status: 409,
    message:
      'Zu diesem Fahrzeug wurde danach schon etwas anderes gesagt: Bitte sehen Sie nach, ob der Alarm scharf ist.',
  },
  NOT_GUARDED: {
    status: 409,
    message:
      'Der Diebstahlalarm dieses Geräts ist nicht scharf. Bitte aktivieren Sie zuerst das Tracking in einem Modus mit Diebstahl-Tracking.',
  },
} as const
