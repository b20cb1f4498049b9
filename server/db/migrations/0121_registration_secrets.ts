import { type Kysely, sql } from 'kysely'

/** By what a browser shows that it registered an account, and later that the account's password was confirmed there. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table registration_secrets (
      user_id text primary key references users on delete cascade,
      secret_hash bytea not null,
      confirmed boolean not null,
      created_at timestamptz not null
    )`.execute(db)
}
