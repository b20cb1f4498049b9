import { type Kysely, sql } from 'kysely'

/** Which reminders about the end of a licence were sent. A licence that was renewed ends at another time, so it is reminded of anew. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table licence_reminders (
      user_id text not null references users on delete cascade,
      licence_id text not null references licences on delete cascade,
      ends_at timestamptz not null,
      days_before smallint not null,
      state text not null check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED')),
      created_at timestamptz not null,
      begun_at timestamptz,
      ended_at timestamptz,
      primary key (user_id, licence_id, ends_at, days_before)
    )`.execute(db)
  await sql`create index licence_reminders_to_send on licence_reminders (created_at) where state in ('QUEUED', 'SENDING')`.execute(
    db,
  )
}
