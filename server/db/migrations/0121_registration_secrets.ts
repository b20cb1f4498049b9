import { type Kysely, sql } from 'kysely'

/**
 * By what a browser shows that it registered an account, and, once it is of the same moment as `users.password_confirmed_at`, that
 * the password was confirmed there: what confirms one elsewhere ends it, also a version that does not know this table.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table registration_secrets (
      user_id text primary key references users on delete cascade,
      secret_hash bytea not null,
      created_at timestamptz not null
    )`.execute(db)
}
