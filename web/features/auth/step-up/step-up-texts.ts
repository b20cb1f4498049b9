/** Apart from the texts of the login, which loads none of these. */
export const stepUpTexts = {
  title: 'Sind Sie es?',
  lead: 'Bei diesem Schritt fragen wir nach, damit ihn niemand an Ihrem offenen Browser für Sie tut.',
  password: 'Ihr Passwort',
  passkey: 'Mit Passkey bestätigen',
  confirm: 'Bestätigen',
  loading: 'Wird geladen …',
  loadFailed: 'Die Bestätigung konnte nicht geladen werden',
} as const
