import { purgeServerLimits } from '#contract/limits/purge-limits.ts'
import { days } from './data-records.ts'
import { bigint, bytes, flag, instant, register, type Rows, table, text, texts } from './register.ts'

export type FoundationTables = Rows<typeof attemptsRegister> & Rows<typeof foundationRegister>

export const attemptsRegister = register(
  {
    id: 'attempts',
    group: 'account',
    title: 'Versuche',
    what: 'Versuche, etwa der Anmeldung, der IMEI oder neuer Links, gezählt nach Konto, E-Mail-Adresse, Netzadresse und, als Hash, Browser.',
    purpose: 'damit niemand Passwörter, IMEIs oder Links durchprobiert',
    basis: { article: 'f', interest: 'Schutz vor Missbrauch' },
    kept: `Höchstens ${days(2 * purgeServerLimits.attemptDays)}.`,
  },
  {
    attempts: table(
      {
        leftOut: 'zählt Versuche, höchstens zwei Tage lang, auch solche von Fremden gegen dieses Konto',
        kept: { days: purgeServerLimits.attemptDays, by: 'at' },
      },
      {
        id: bigint().byDefault,
        kind: text(),
        subject: text(),
        at: instant(),
      },
    ),
  },
)

export const jobsRegister = register(
  {
    id: 'jobs',
    group: 'contact',
    title: 'E-Mails, die noch zu senden sind',
    place: 'Datenbank, Schema `pgboss`',
    what: 'Wofür und für welches Konto oder Gerät, bei manchen die E-Mail-Adresse; nie ein Link oder Ort.',
    purpose: 'damit keine E-Mail verloren geht',
    basis: { article: 'b' },
    kept: `Bis ${days(purgeServerLimits.finishedJobDays)} nach dem Senden oder dem letzten Versuch.`,
  },
  {},
)

export const serverLogRegister = register(
  {
    id: 'server-log',
    group: 'contact',
    title: 'Protokoll des Servers',
    place: 'Ausgabe des Servers',
    what: 'Welche Art von Aufruf wann wie beantwortet wurde. Positionen, Tokens, Passwörter, E-Mail- und Netzadressen stehen nicht darin.',
    purpose: 'damit Fehler gefunden werden',
    basis: { article: 'f', interest: 'sicherer Betrieb' },
    kept: 'So lange, wie der Betreiber sein Protokoll aufbewahrt.',
  },
  {},
)

export const foundationRegister = register(null, {
  /** One row: the key of the names in the log. */
  log_keys: table(
    { impersonal: 'Schlüssel der Namen, die Konten, Geräte und Adressen im Protokoll haben.' },
    {
      single: flag().byDefault,
      key: bytes(),
    },
  ),
  process_signs: table(
    { impersonal: 'Wann welcher Prozess des Servers zuletzt ein Lebenszeichen gab.' },
    {
      process_id: text(),
      roles: texts(),
      version: text(),
      seen_at: instant().byDefault,
    },
  ),
  /** Beside these, processes that know the migration `since` go on (`tolerated-migrations.ts`). */
  tolerated_migrations: table(
    { impersonal: 'Welche Änderungen der Datenbank die Version davor nicht stören.' },
    {
      name: text(),
      since: text(),
    },
  ),
})
