import { sql } from 'kysely'
import {
  accountDeletionLimits,
  accountDeletionServerLimits,
} from '#contract/account-deletion/account-deletion-limits.ts'
import { messagesServerLimits } from '#contract/limits/messages-limits.ts'
import type { DeletionFigures } from '#contract/account-deletion/account-deletion.ts'
import { days } from '#server/db/schema/data-records.ts'
import {
  bytes,
  flag,
  instant,
  json,
  owner,
  reasons,
  register,
  type Rows,
  table,
  text,
  texts,
  theirs,
} from '#server/db/schema/register.ts'

export type AccountDeletionTables = Rows<typeof accountDeletionRegister>

export const accountDeletionRegister = register(
  {
    id: 'account-deletion',
    group: 'account',
    title: 'Löschung des Kontos',
    what: 'Wann die Löschung verlangt, bestätigt oder abgesagt wurde; die Links dazu nur als Hash. Nach der Löschung E-Mail-Adresse, Kennungen und Zahlen für den Beleg.',
    purpose: 'damit nur Sie Ihr Konto löschen, Sie es sich anders überlegen können und einen Beleg erhalten',
    basis: { article: 'b' },
    kept: `Der Link zur Bestätigung gilt ${accountDeletionLimits.linkHours} Stunden, danach bleiben ${days(accountDeletionLimits.graceDays)}, das Konto doch zu behalten. Eine abgesagte Löschung wird ${days(accountDeletionServerLimits.rememberedDays)} danach vergessen, der Beleg mit dem Versand, spätestens nach ${messagesServerLimits.triedHours} Stunden.`,
    seenBy: 'Die Mailserver auf dem Weg zu Ihrem Postfach.',
  },
  {
    /** Each time that an account was to be deleted; at most one of an account has not ended. */
    account_deletions: table(
      {
        part: 'Löschung des Kontos',
        whose: theirs,
        order: ['asked_at', 'id'],
        kept: [
          { days: accountDeletionServerLimits.rememberedDays, by: 'ended_at' },
          { days: accountDeletionServerLimits.rememberedDays, by: 'asked_at', only: sql`confirmed_at is null` },
        ],
      },
      {
        id: text().not(reasons.inner),
        user_id: owner,
        asked_at: instant().is('Verlangt'),
        /** SHA-256 of the token that confirms it; it is made when its e-mail is written. */
        token_hash: bytes().orNull.not(reasons.hash),
        /** The operator's support began it. */
        by_support: flag().is('Durch den Support'),
        /** The owner knows what is lost during a theft. */
        accepts_theft_loss: flag().is('Auch die Daten eines Diebstahls'),
        /** Since then the grace lasts, until `users.deletes_at`. */
        confirmed_at: instant().orNull.is('Bestätigt'),
        /** SHA-256 of the token that keeps the account. */
        keep_token_hash: bytes().orNull.not(reasons.hash),
        /** Until when that token is valid. */
        expires_at: instant().orNull.is('Link gilt bis'),
        /** The account was kept, or another deletion was asked for. */
        ended_at: instant().orNull.is('Zurückgenommen'),
        /** Of the version before: the e-mail that has to be sent. */
        email_due: text<'LINK' | 'GRACE'>().orNull.is('E-Mail, die aussteht'),
        email_begun_at: instant().orNull.is('E-Mail begonnen'),
      },
    ),
    /** What is known of a deleted account until its receipt was sent. */
    account_deletion_receipts: table(
      { leftOut: 'entstehen erst, wenn das Konto nicht mehr da ist' },
      {
        id: text(),
        /** Null if nobody had confirmed it: then there is no receipt. */
        email: text().orNull,
        /** Ids and addresses by which work for later names the account; it is forgotten first. */
        names: texts(),
        figures: json<DeletionFigures>('jsonb'),
        deleted_at: instant(),
        email_begun_at: instant().orNull,
      },
    ),
  },
)
