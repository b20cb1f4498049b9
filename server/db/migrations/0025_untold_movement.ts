import { type Kysely, sql } from 'kysely'

/** Of a guarded vehicle: whether its newest fix came too soon after a letter, and is still to be told. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table alarm_guards add column untold boolean not null default false`.execute(db)
  await sql`create index alarm_guards_untold on alarm_guards (device_id) where untold`.execute(db)
}
