import { type Kysely, sql } from 'kysely'

/** The link to the present address that cancels the change to another one. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table email_tokens drop constraint email_tokens_purpose_check`.execute(db)
  await sql`
    alter table email_tokens add constraint email_tokens_purpose_check
      check (purpose in ('verify-email', 'change-email', 'cancel-email-change', 'password-reset'))`.execute(db)
}
