import { type Kysely, sql } from 'kysely'

/**
 * When the password was set or confirmed by who reads the account's mailbox. Finished accounts are taken to have theirs
 * from their owner; who stands before the last step sets it by the mailed link.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column password_confirmed_at timestamptz`.execute(db)
  await sql`update users set password_confirmed_at = imei_verified_at where imei_verified_at is not null`.execute(db)
}
