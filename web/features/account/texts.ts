import { counted, formatDay } from '#web/texts/formats.ts'

export const profileTexts = {
  title: 'Konto',
  lead: 'Womit Sie sich anmelden, und wo Sie gerade angemeldet sind.',
  signIn: 'Anmeldedaten',
  more: 'Sicherheit und Daten',
  security: 'Sicherheit',
  securityLead: 'Wie Sie sich anmelden, und was in Ihrem Konto geschehen ist.',
  messages: 'Nachrichten',
  messagesLead: 'Was wir Ihnen geschickt haben, und was auf welchem Weg kommt.',
  myData: 'Meine Daten',
  myDataLead: 'Ansehen, mitnehmen, freigeben, löschen: Ihre Daten gehören Ihnen.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  passwordHidden: 'Nicht sichtbar',
  memberSince: 'Mitglied seit',
  verification: 'Bestätigungen',
  emailVerified: 'E-Mail-Adresse bestätigt',
  emailUnverified: 'E-Mail-Adresse noch nicht bestätigt',
  imeiVerified: 'Kauf mit der IMEI eines Geräts bestätigt',
  imeiUnverified: 'Kauf noch nicht mit einer IMEI bestätigt',
  verify: 'Jetzt bestätigen',
  pendingTitle: 'Neue Adresse wartet auf Bestätigung',
  pending: (newEmail: string, email: string) =>
    `Öffnen Sie den Link, den wir an ${newEmail} geschickt haben. Bis dahin melden Sie sich mit ${email} an.`,
  returnedTitle: 'E-Mails an diese Adresse kommen zurück',
  returned: (time: string) =>
    `Am ${time}, kam eine Alarm-E-Mail als unzustellbar zurück. Prüfen Sie, ob die Adresse stimmt und Ihr Postfach noch Platz hat; sonst ändern Sie die Adresse. Ob wieder E-Mails ankommen, zeigt der Test-Alarm.`,
  toTestAlarm: 'Zum Test-Alarm beim Tracking',
  change: 'Ändern',
  changeEmail: 'E-Mail-Adresse ändern',
  changePassword: 'Passwort ändern',
  signOut: 'Abmelden',
  since: (createdAt: string) => formatDay(createdAt),
} as const

export const sessionTexts = {
  title: 'Angemeldete Browser',
  lead: 'Hier ist Ihr Konto zurzeit angemeldet. Kommt Ihnen etwas unbekannt vor, melden Sie es ab und ändern Sie Ihr Passwort.',
  loading: 'Anmeldungen werden geladen …',
  failed: 'Die Anmeldungen konnten nicht geladen werden',
  current: 'Dieser Browser',
  lastUsed: (ago: string) => `Zuletzt benutzt ${ago}`,
  inUse: 'Wird gerade benutzt',
  since: (createdAt: string) => `angemeldet seit ${formatDay(createdAt)}`,
  end: 'Abmelden',
  endNamed: (client: string) => `Abmelden: ${client}`,
  ended: (client: string) => `${client} wurde abgemeldet.`,
  endFailed: 'Das Abmelden ist nicht gelungen.',
  endOthers: 'Alle anderen abmelden',
  endOthersTitle: 'Alle anderen Browser abmelden?',
  endOthersDetail: (count: number) =>
    `${counted(count, 'Anmeldung endet', 'Anmeldungen enden')} sofort. Dieser Browser bleibt angemeldet.`,
  endedOthers: 'Alle anderen Browser wurden abgemeldet.',
} as const

export const emailTexts = {
  title: 'E-Mail-Adresse ändern',
  lead: 'Wir schicken einen Link an die neue Adresse. Sie gilt, sobald Sie ihn öffnen; die bisherige Adresse erhält eine Nachricht. Dieser Browser bleibt dann angemeldet, alle anderen werden abgemeldet.',
  current: (email: string) => `Bisher: ${email}`,
  newEmail: 'Neue E-Mail-Adresse',
  password: 'Ihr Passwort',
  submit: 'E-Mail-Adresse ändern',
  done: 'Bestätigungslink verschickt',
  doneDetail: (email: string) => `Öffnen Sie den Link in der Nachricht an ${email}.`,
  /** Word for word from the specification, section 8. */
  failed: 'Fehler beim E-Mail ändern',
} as const

export const passwordTexts = {
  title: 'Passwort ändern',
  lead: 'Alle anderen Browser werden dabei abgemeldet. Dieser bleibt angemeldet.',
  current: 'Aktuelles Passwort',
  next: 'Neues Passwort',
  nextHint: 'Mindestens 6 Zeichen. Länger ist sicherer.',
  again: 'Neues Passwort wiederholen',
  submit: 'Passwort ändern',
  done: 'Passwort geändert',
  doneDetail: 'Ab jetzt gilt das neue Passwort.',
  /** Word for word from the specification, section 8. */
  failed: 'Fehler beim Passwort ändern',
} as const
