import { type Kysely, sql } from 'kysely'

/** A device that its owner wants to hand over, until whoever reads the mailbox accepts it. One at a time. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table device_offers (
      device_id text primary key references devices on delete cascade,
      email text not null,
      token_hash bytea unique,
      expires_at timestamptz not null
    )`.execute(db)
}
