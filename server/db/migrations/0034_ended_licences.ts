import { type Kysely, sql } from 'kysely'

/**
 * Since when a device is not recorded any more because its licence ended, until its owner switches recording on again; and
 * whether the owner is still to be notified of it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table tracking_settings
      add column licence_ended_at timestamptz,
      add column licence_end_email_pending boolean not null default false`.execute(db)
}
