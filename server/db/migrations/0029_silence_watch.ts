import { type Kysely, sql } from 'kysely'

/** Since when somebody has looked for silent trackers without a break: one row for all processes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table silence_watch (
      is_only boolean primary key default true check (is_only),
      listening_since timestamptz not null,
      looked_at timestamptz not null
    )`.execute(db)
}
