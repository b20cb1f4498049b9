import { sql } from 'kysely'
import { accountLimits, accountServerLimits } from '#contract/account/account-limits.ts'
import { purgeServerLimits } from '#contract/limits/purge-limits.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bytes,
  flag,
  instant,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  theirs,
} from '#server/db/schema/register.ts'

export type AuthTables = Rows<typeof accountRegister> &
  Rows<typeof sessionsRegister> &
  Rows<typeof knownNetworksRegister> &
  Rows<typeof knownBrowsersRegister> &
  Rows<typeof formerEmailsRegister> &
  Rows<typeof emailLinksRegister> &
  Rows<typeof registrationSecretsRegister>

export const accountRegister = register(
  {
    id: 'account',
    group: 'account',
    title: 'Konto',
    what: 'E-Mail-Adresse, Zeitpunkt der Registrierung, ob Adresse und IMEI bestätigt sind; das Passwort nur als Hash.',
    purpose: 'damit das Konto Ihnen gehört und niemandem sonst',
    basis: { article: 'b' },
    kept: `Solange das Konto besteht. Ein Konto, dessen E-Mail-Adresse nie bestätigt wurde, wird nach ${purgeServerLimits.neverVerifiedDays} Tagen gelöscht.`,
  },
  {
    users: table(
      { part: 'Konto', as: 'account', whose: (userId) => sql`id = ${userId}`, order: ['id'] },
      {
        id: text().is('Kennung'),
        email: text().is('E-Mail-Adresse'),
        password_hash: text().not(reasons.hash),
        pending_email: text().orNull.is('Neue E-Mail-Adresse, noch nicht bestätigt'),
        /** The session in which it was given. */
        pending_email_session_id: text().orNull.not(reasons.inner),
        created_at: instant().is('Angelegt'),
        email_verified_at: instant().orNull.is('E-Mail-Adresse bestätigt'),
        imei_verified_at: instant().orNull.is('Kauf bestätigt'),
        /** When somebody who can read the mailbox last set or confirmed the password. */
        password_confirmed_at: instant().orNull.is('Passwort zuletzt festgelegt'),
        /** When the operator last took both verifications back. */
        unverified_at: instant().orNull.is('Bestätigungen vom Support zurückgesetzt'),
        disabled_at: instant().orNull.is('Gesperrt'),
        /** Of the version before; it is in `alarm_email_returns`. */
        email_returned_at: instant().orNull.not(reasons.inner),
        /** When the account will be deleted, unless its owner keeps it. */
        deletes_at: instant().orNull.is('Wird gelöscht'),
        /** The vehicle's picture, one of `uploads`. */
        picture_id: text().orNull.is('Bild des Fahrzeugs', { as: 'picture' }),
        demo: flag().not(reasons.inner),
      },
    ),
  },
)

export const sessionsRegister = register(
  {
    id: 'sessions',
    group: 'account',
    title: 'Anmeldungen',
    what: 'Wann und mit welchem Browser Sie angemeldet sind; das Anmelde-Token und der Schlüssel, mit dem ein Browser eine Abmeldung nachholt, nur als Hash. Sie sehen und beenden Anmeldungen unter „Konto“.',
    purpose: 'damit Sie angemeldet bleiben und fremde Anmeldungen erkennen',
    basis: { article: 'b' },
    kept: `Bis ${days(accountLimits.sessionDays)} nach der letzten Nutzung, höchstens ${days(accountLimits.longestSessionDays)}.`,
  },
  {
    sessions: table(
      { part: 'Angemeldete Browser', whose: theirs, order: ['created_at', 'id'], counted: 'sessions' },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        token_hash: bytes().not(reasons.hash),
        /** SHA-256 of the key that a browser makes of its token to sign out later; null until the session was used. */
        sign_out_hash: bytes().orNull.not(reasons.hash),
        client: text().is('Browser'),
        created_at: instant().is('Angemeldet'),
        last_used_at: instant().is('Zuletzt benutzt'),
        expires_at: instant().is('Gilt bis'),
        /** When its owner last proved who they are, by what counts for the account now. */
        confirmed_at: instant().orNull.is('Zuletzt bestätigt, dass Sie es sind'),
      },
    ),
  },
)

export const knownNetworksRegister = register(
  {
    id: 'known-networks',
    group: 'account',
    title: 'Netze, aus denen Sie sich früher angemeldet haben',
    what: 'Nur als Hash, von früheren Versionen.',
    purpose:
      'damit Sie niemand aussperrte, der von anderswo Ihr Passwort zu raten versuchte; heute braucht es das nicht mehr',
    basis: { article: 'f', interest: 'Schutz der Konten vor fremden Anmeldungen' },
    kept: 'Neue werden nicht gespeichert, vorhandene in der nächsten Nacht gelöscht.',
  },
  {
    /** The networks from which an account was signed in to, as versions before stored them. Nobody reads them any more. */
    known_networks: table(
      { part: 'Bekannte Netze, gezählt', whose: theirs, order: null, kept: { only: sql`true` } },
      {
        user_id: owner,
        /** SHA-256 of the account's id and the network. */
        network_hash: bytes().is('Netze, aus denen angemeldet wurde', {
          as: 'networks',
          kind: 'integer',
          by: sql`count(*)::integer`,
        }),
        last_used_at: instant().is('Zuletzt', { by: sql`max(last_used_at)` }),
      },
    ),
  },
)

export const knownBrowsersRegister = register(
  {
    id: 'known-browsers',
    group: 'account',
    title: 'Browser, in denen Sie sich angemeldet haben',
    what: 'Woran wir den Browser wiedererkennen: ein zufälliger Schlüssel, den er behält, oder wie er sich selbst nennt, nur als Hash.',
    purpose: 'damit Sie bei der Anmeldung in einem neuen Browser eine E-Mail bekommen',
    basis: { article: 'f', interest: 'Schutz der Konten vor fremden Anmeldungen' },
    kept: `Bis ${days(accountLimits.knownBrowserDays)} nach der letzten Anmeldung von dort; der zuletzt benutzte, solange das Konto besteht.`,
  },
  {
    /** The browsers from which an account was signed in to. */
    known_browsers: table(
      { part: 'Bekannte Browser, gezählt', whose: theirs, order: null },
      {
        user_id: owner,
        /** SHA-256 of the account's id and the browser's key or name. */
        browser_hash: bytes().is('Browser, mit denen angemeldet wurde', {
          as: 'browsers',
          kind: 'integer',
          by: sql`count(*)::integer`,
        }),
        last_used_at: instant().is('Zuletzt', { by: sql`max(last_used_at)` }),
      },
    ),
  },
)

export const formerEmailsRegister = register(
  {
    id: 'former-emails',
    group: 'account',
    title: 'Frühere E-Mail-Adressen',
    what: 'Welche Adresse das Konto bis vor Kurzem hatte.',
    purpose: 'damit Sie mit „Das war ich nicht“ ein Konto zurückholen, dessen Adresse jemand anders geändert hat',
    basis: { article: 'f', interest: 'Schutz der Konten vor Übernahme' },
    kept: `Bis ${days(accountLimits.formerEmailDays)} nach der Änderung; gelöscht wird jede Nacht.`,
  },
  {
    /** The addresses that an account had before. */
    former_emails: table(
      {
        part: 'Frühere E-Mail-Adressen',
        whose: theirs,
        order: ['replaced_at', 'email'],
        kept: { days: accountLimits.formerEmailDays, by: 'replaced_at' },
      },
      {
        user_id: owner,
        email: text().is('E-Mail-Adresse'),
        replaced_at: instant().is('Ersetzt'),
      },
    ),
  },
)

export const emailLinksRegister = register(
  {
    id: 'email-links',
    group: 'account',
    title: 'Links per E-Mail',
    what: 'Wofür ein Link ist, zu welchem Alarm er gehört und an welche Adresse er ging; der Link selbst nur als Hash.',
    purpose: 'damit Adresse und Passwort nur ändert, wer das Postfach liest',
    basis: { article: 'b' },
    kept: `Links gelten ${accountLimits.emailTokenHours} Stunden, zum Zurücksetzen des Passworts ${accountLimits.passwordResetTokenHours} Stunden, „Das war ich nicht“ ${days(accountLimits.secureLinkDays)}, und werden ${days(purgeServerLimits.endedTokenDays)} danach gelöscht.`,
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    email_tokens: table(
      {
        part: 'Links in E-Mails an Sie',
        as: 'mailedLinks',
        whose: theirs,
        order: ['created_at', 'token_hash'],
        kept: { days: purgeServerLimits.endedTokenDays, by: 'expires_at' },
      },
      {
        token_hash: bytes().not(reasons.hash),
        user_id: owner,
        purpose: text<'verify-email' | 'change-email' | 'secure-account' | 'password-reset' | 'own-ride'>().is('Wozu'),
        /** The address the token was sent to. */
        email: text().is('An'),
        created_at: instant().is('Geschickt'),
        expires_at: instant().is('Gilt bis'),
        used_at: instant().orNull.is('Benutzt'),
        /** The alarm that it answers. */
        alarm_id: text().orNull.is('Zu Alarm'),
      },
    ),
  },
)

export const registrationSecretsRegister = register(
  {
    id: 'registration-secrets',
    group: 'account',
    title: 'Begonnene Registrierung',
    what: 'Woran wir den Browser erkennen, in dem Sie sich registriert haben, nur als Hash.',
    purpose: 'damit Sie dort Ihr Passwort nicht noch einmal eingeben müssen',
    basis: { article: 'b' },
    kept: `Es gilt einmal und ${accountServerLimits.registrationSecretHours} Stunden; gelöscht wird es danach in der Nacht.`,
  },
  {
    registration_secrets: table(
      {
        part: 'Begonnene Registrierung',
        whose: theirs,
        order: ['created_at'],
        kept: { days: accountServerLimits.registrationSecretHours / 24, by: 'created_at' },
      },
      {
        user_id: owner,
        secret_hash: bytes().not(reasons.hash),
        /** Where the password was confirmed in this browser, the same moment: it may begin a session once the account is finished. */
        created_at: instant().is('Angelegt'),
      },
    ),
  },
)
