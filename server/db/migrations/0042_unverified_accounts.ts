import { type Kysely, sql } from 'kysely'

/**
 * When the operator last took an account's verifications back: it was verified once, and is not deleted for want of it. Of
 * the accounts of before, those that show it are taken to have been.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column unverified_at timestamptz`.execute(db)
  await sql`
    update users set unverified_at = now()
    where email_verified_at is null and (
      password_confirmed_at is not null or imei_verified_at is not null
      or exists (select from devices where devices.user_id = users.id)
      or exists (select from licences where licences.user_id = users.id))`.execute(db)
}
