import { generalMessages } from './general-messages.ts'

/** What any call can answer (specification, section 8). */
export const generalProblems = {
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
  DEMO_READ_ONLY: {
    status: 403,
    message: 'Das Demokonto lässt sich nicht ändern. Mit einem eigenen Konto steht Ihnen alles offen.',
  },
} as const
