import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // In the database, not in files: then a backup, a removal of the account and a second process need no extra care.
  await sql`
    create table uploads (
      id text primary key,
      user_id text not null references users on delete cascade,
      picture bytea not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index uploads_user on uploads (user_id)`.execute(db)
}
