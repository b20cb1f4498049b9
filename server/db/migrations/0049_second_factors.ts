import { type Kysely, sql } from 'kysely'

/**
 * The code that a sign-in needs besides the password. Until the first right code, `confirmed_at` is null and nothing needs
 * it. `last_period` is the newest one of which a code was used: none of the same or an earlier period counts again.
 * `support_removed_at` stands while the owner has still to be told by e-mail that the support switched it off.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table second_factors (
      user_id text primary key references users on delete cascade,
      secret bytea not null,
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_period integer,
      support_removed_at timestamptz
    )`.execute(db)
  await sql`
    create table recovery_codes (
      code_hash bytea primary key,
      user_id text not null references second_factors on delete cascade,
      used_at timestamptz
    )`.execute(db)
  await sql`create index recovery_codes_of_user on recovery_codes (user_id)`.execute(db)
}
