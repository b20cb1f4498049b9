import { bytes, instant, owner, reasons, register, type Rows, table, theirs } from '#server/db/schema/register.ts'

export type CalendarTables = Rows<typeof calendarRegister>

export const calendarRegister = register(
  {
    id: 'calendar',
    group: 'devices',
    title: 'Kalender-Adresse',
    what: 'Wenn Sie sie einschalten: seit wann es sie gibt und wann sie zuletzt gelesen wurde; der geheime Teil nur als Hash. Wer die Adresse hat, liest die Termine: Enden der Lizenzen, Hauptuntersuchung und Saison mit den Namen der Geräte, keinen Ort und kein Kennzeichen.',
    purpose: 'damit die Termine in Ihrem Kalender stehen',
    basis: { article: 'b' },
    kept: 'Bis Sie sie abschalten oder ersetzen; sie endet auch, wenn Sie Passwort oder E-Mail-Adresse ändern.',
    seenBy: 'Der Anbieter des Kalenders, in den Sie die Adresse eintragen.',
  },
  {
    /** The secret address of an account's calendar. */
    calendars: table(
      { part: 'Kalender-Adresse', whose: theirs, order: ['user_id'] },
      {
        user_id: owner,
        token_hash: bytes().not(reasons.hash),
        created_at: instant().is('Seit'),
        last_read_at: instant().orNull.is('Zuletzt gelesen'),
      },
    ),
  },
)
