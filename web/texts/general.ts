/** The specification's general errors (section 8) that arise in the browser; those of the server are in the contract. */
export const generalErrors = {
  NETWORK_ERROR: 'Verbindungsfehler. Bitte überprüfen Sie Ihre Internetverbindung.',
  TIMEOUT: 'Anfrage wurde wegen Zeitüberschreitung abgebrochen.',
  HTTP_ERROR: 'HTTP-Fehler aufgetreten.',
  UNKNOWN_ERROR: 'Ein unbekannter Fehler ist aufgetreten.',
} as const

export type BrowserProblemCode = keyof typeof generalErrors

export const generalTexts = {
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten',
  navigationFailed: 'Navigation fehlgeschlagen',
  sessionExpired: 'Sitzung abgelaufen. Bitte neu anmelden.',
  connectionTryLater: 'Verbindungsfehler. Bitte versuchen Sie es später erneut.',
  correctInput: 'Bitte korrigieren Sie die Eingabefehler',
  draftIsBack: 'Was Sie vor dem Ende der Sitzung eingegeben haben, ist wieder da.',
  retry: 'Erneut versuchen',
  reload: 'Seite neu laden',
  close: 'Schließen',
  cancel: 'Abbrechen',
  loading: 'Wird geladen …',
} as const
