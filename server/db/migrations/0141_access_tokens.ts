import { type Kysely, sql } from 'kysely'

/** Tokens with which programs read what their owner lets them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table access_tokens (
      id text primary key,
      user_id text not null references users on delete cascade,
      name text not null,
      scopes text[] not null,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_on text
    )`.execute(db)
  await sql`create index access_tokens_of_user on access_tokens (user_id, created_at)`.execute(db)
}
