import { type Kysely, sql } from 'kysely'

/** Of a guarded vehicle: the time of the newest fix that came too soon after a letter, and is still to be told. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_guards add column untold_fix_at timestamptz`.execute(db)
  await sql`create index alarm_guards_untold on alarm_guards (device_id) where untold_fix_at is not null`.execute(db)
}
