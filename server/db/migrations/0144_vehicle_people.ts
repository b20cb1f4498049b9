import { type Kysely, sql } from 'kysely'

/**
 * Whom owners have invited to their vehicles, and what they may (docs/decisions/0103-people-of-a-vehicle.md). A role goes with
 * the device, which gets another id when it is handed over, and with the account of the person. Without an account: not accepted
 * yet.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table vehicle_people (
      id text primary key,
      device_id text not null references devices on delete cascade,
      user_id text references users on delete cascade,
      name text not null,
      email text not null,
      role text not null check (role in ('WATCHER', 'DRIVER')),
      token_hash bytea not null unique,
      invited_at timestamptz not null,
      invitation_ends_at timestamptz not null,
      accepted_at timestamptz,
      ends_at timestamptz,
      looked_at timestamptz,
      constraint vehicle_people_once unique (device_id, user_id),
      check (accepted_at is null or user_id is not null)
    )`.execute(db)
  await sql`create index vehicle_people_of_user on vehicle_people (user_id)`.execute(db)
}
