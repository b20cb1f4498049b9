import { type Kysely, sql } from 'kysely'

/** From where an account was signed in to: others' failures do not hold its owner back there. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table known_networks (
      user_id text not null references users on delete cascade,
      network_hash bytea not null,
      last_used_at timestamptz not null,
      primary key (user_id, network_hash)
    )`.execute(db)
}
