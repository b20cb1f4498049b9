import { generalMessages } from './general-messages.ts'
import { passkeysLimits } from '#contract/passkeys/passkeys-limits.ts'
import { poiExchangeLimits } from '#contract/poi-exchange/poi-exchange-limits.ts'

/**
 * Every error of the product, once: its code on the wire, its HTTP status, and the German sentence for people. Sentences
 * quoted in the specification's sections 5 and 8 appear here (or in a feature's `texts.ts`) literally.
 */
export const problems = {
  // General (specification, section 8)
  VALIDATION_ERROR: { status: 400, message: 'Ungültige Eingaben. Bitte überprüfen Sie Ihre Angaben.' },
  UNAUTHORIZED: { status: 401, message: generalMessages.UNAUTHORIZED },
  FORBIDDEN: { status: 403, message: generalMessages.FORBIDDEN },
  NOT_FOUND: { status: 404, message: generalMessages.NOT_FOUND },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Die Anfrage ist zu groß. Bitte senden Sie weniger Daten.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Dieses Datenformat wird nicht unterstützt.' },
  FILE_MISSING: { status: 400, message: 'Bitte wählen Sie eine Datei aus.' },
  UNREADABLE_FILE: {
    status: 400,
    message: 'Diese Datei kann nicht gelesen werden. Bitte exportieren Sie sie noch einmal.',
  },
  UNREADABLE_FORM: {
    status: 400,
    message:
      'Die Datei ist nicht vollständig angekommen. Bitte wählen Sie sie noch einmal aus und senden Sie sie erneut.',
  },
  NO_POIS_IN_FILE: {
    status: 400,
    message:
      'In dieser Datei ist kein einziger lesbarer POI. Möglich sind GPX, KML, Garmin-CSV, iGO und OV2, auch als ZIP oder KMZ.',
  },
  COORDINATES_SWAPPED: {
    status: 409,
    message: 'Breite und Länge scheinen vertauscht zu sein. Bitte sagen Sie, ob sie getauscht werden sollen.',
  },
  TOO_MANY_OWN_POIS: {
    status: 409,
    message: `Damit wären es mehr als ${poiExchangeLimits.most.toLocaleString('de-DE')} eigene POIs. Entfernen Sie zuerst vorhandene oder teilen Sie die Datei.`,
  },
  NOT_AN_IMAGE: { status: 400, message: 'Diese Datei ist kein lesbares Bild. Möglich sind JPEG, PNG und WebP.' },
  RATE_LIMITED: {
    status: 429,
    message: 'Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es erneut.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    message: 'Die Anfrage kam nicht rechtzeitig an. Bitte senden Sie sie noch einmal.',
  },
  SERVER_ERROR: { status: 500, message: generalMessages.SERVER_ERROR },
  UNAVAILABLE: {
    status: 503,
    message: 'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  },
  VERSION_CONFLICT: {
    status: 409,
    message: 'Diese Einstellungen wurden inzwischen an anderer Stelle geändert. Bitte laden Sie sie neu.',
  },

  // Accounts
  SECOND_FACTOR_REQUIRED: { status: 401, message: 'Bitte geben Sie den Code Ihrer App ein.' },
  SECOND_FACTOR_WRONG: {
    status: 400,
    message: 'Dieser Code ist falsch oder schon benutzt. Bitte nehmen Sie den nächsten.',
  },
  PROOF_NOT_ENOUGH: { status: 400, message: 'Hierfür ist der Code Ihrer App nötig.' },
  SECOND_FACTOR_CHANGED: {
    status: 409,
    message: 'Das hat sich geändert. Bitte laden Sie die Seite neu.',
  },
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
  EMAIL_UNCHANGED: { status: 400, message: 'Die neue E-Mail-Adresse ist identisch mit der aktuellen' },
  DEMO_READ_ONLY: {
    status: 403,
    message: 'Das Demokonto lässt sich nicht ändern. Mit einem eigenen Konto steht Ihnen alles offen.',
  },
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

  // Passkeys
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

  // Deletion of the account
  DELETION_OVER: {
    status: 410,
    message: 'Dieser Link gilt nicht mehr: Das Konto wurde behalten, oder es gibt einen neueren Link.',
  },
  DELETION_DURING_THEFT: {
    status: 409,
    message: 'Ein Diebstahl ist offen. Bitte bestätigen Sie, was mit der Löschung verloren geht.',
  },

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

  // Devices and licences
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

  REPORT_OVER: {
    status: 410,
    message: 'Diese Meldung wäre schon wieder vorbei. Ist es noch da, melden Sie es bitte neu.',
  },

  STATISTICS_NOT_VOTED: {
    status: 409,
    message:
      'Unfallschwerpunkte stehen in der Unfallstatistik; darüber wird nicht abgestimmt. Wenn Sie die Stelle nicht sehen möchten, blenden Sie sie aus.',
  },

  // Tracking
  CONSENT_REQUIRED: { status: 400, message: 'Bitte willigen Sie zuerst in die Positionsaufzeichnung ein.' },
  CONSENT_TEXT_CHANGED: {
    status: 409,
    message: 'Der Text der Einwilligung ist neu. Bitte laden Sie die Seite neu und lesen Sie ihn.',
  },
  MODE_REQUIRED: { status: 400, message: 'Bitte wählen Sie zuerst einen Tracking-Modus.' },
  TRACKING_ACTIVE: {
    status: 409,
    message: 'Einwilligung und Modus lassen sich nur ändern, solange das Tracking ausgeschaltet ist.',
  },
  PUSH_ADDRESS_REFUSED: {
    status: 400,
    message:
      'Ihr Browser nennt einen Push-Dienst, den wir nicht erreichen können. Bitte versuchen Sie es mit einem anderen Browser.',
  },
  PUSH_LIMIT_REACHED: {
    status: 409,
    message:
      'Push-Nachrichten gehen schon an so viele Ihrer Browser wie möglich. Bitte melden Sie zuerst unter „Konto“ einen ab, den Sie nicht mehr benutzen.',
  },
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
  PAUSE_NOT_AHEAD: {
    status: 400,
    message: 'Bitte wählen Sie eine Uhrzeit, die noch kommt, höchstens 24 Stunden im Voraus.',
  },
  VEHICLE_MISSED: {
    status: 409,
    message: 'Bitte sagen Sie zuerst auf der Seite „Diebstahl“, dass das Fahrzeug wieder da oder alles in Ordnung ist.',
  },
  STATEMENT_STANDS: {
    status: 409,
    message:
      'Die Meldung gilt schon und lässt sich nicht mehr zurücknehmen. Ist das Fahrzeug da, wählen Sie „Fahrzeug ist wieder da“.',
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
  GUARD_ZONE_LIMIT: { status: 409, message: 'Höchstens zehn Alarmzonen: Löschen Sie eine.' },

  SAVED_ROUTE_LIMIT: { status: 409, message: 'Höchstens 30 Strecken: Löschen Sie eine.' },

  // One's data
  PRIVACY_ZONE_LIMIT: { status: 409, message: 'Höchstens fünf Privatzonen: Löschen Sie eine.' },
  DATA_EXPORT_UNDER_WAY: { status: 409, message: 'Ihre Datei entsteht schon. Bitte laden Sie neu.' },
  DATA_EXPORT_GONE: {
    status: 410,
    message: 'Diese Datei ist gelöscht. Unter „Meine Daten“ fordern Sie eine neue an.',
  },
  SHARE_LIMIT: { status: 409, message: 'Höchstens zehn Freigaben: Beenden Sie zuerst eine.' },
  SHARE_OVER: { status: 401, message: 'Diese Freigabe gibt es nicht oder nicht mehr.' },

  // Emergency contacts
  EMERGENCY_CONTACT_KNOWN: {
    status: 409,
    message: 'Diese Adresse steht schon in der Liste. Ist die Einladung nicht angekommen, entfernen Sie sie zuerst.',
  },
  EMERGENCY_CONTACT_LEFT: {
    status: 409,
    message: 'Wer diese Adresse hat, möchte gerade nicht Notfallkontakt sein. Bitte sprechen Sie miteinander.',
  },
  EMERGENCY_CONTACT_LIMIT: { status: 409, message: 'Höchstens fünf Notfallkontakte: Entfernen Sie zuerst einen.' },
  EMERGENCY_CONTACTS_CHANGED: {
    status: 409,
    message: 'Die Liste hat sich inzwischen geändert. Bitte laden Sie die Seite neu.',
  },
  EMERGENCY_LINK_OVER: {
    status: 410,
    message: 'Dieser Link gilt nicht oder nicht mehr. Bitte fragen Sie, wer Sie eingeladen hat.',
  },
  ALARM_LINK_OVER: {
    status: 410,
    message: 'Dieser Link gilt nicht oder nicht mehr: Der Alarm ist gelöscht, oder es hat sich etwas geändert.',
  },

  // Phones for alarms
  PHONES_OFF: {
    status: 409,
    message: 'Hier werden keine SMS verschickt und keine Anrufe gemacht. Alarme kommen per E-Mail.',
  },
  PHONE_NOT_REACHED: {
    status: 503,
    message:
      'Der Code ließ sich nicht schicken. Bitte prüfen Sie die Nummer, und versuchen Sie es in ein paar Minuten noch einmal.',
  },
  PHONE_CODE_WRONG: { status: 400, message: 'Dieser Code stimmt nicht. Bitte vergleichen Sie die Ziffern.' },
  PHONE_CODE_OVER: {
    status: 410,
    message: 'Dieser Code gilt nicht mehr. Bitte fordern Sie einen neuen an.',
  },

  // The police dossier
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
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problems

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code)
}
