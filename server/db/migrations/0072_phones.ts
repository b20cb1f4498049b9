import { type Kysely, sql } from 'kysely'

/**
 * Telephone numbers for alarms, of accounts and of emergency contacts, and the codes by which their owners confirm them. One
 * for each person; another number is confirmed while the former one still counts.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table phones (
      user_id text unique references users on delete cascade,
      contact_id text unique references emergency_contacts on delete cascade,
      number text not null,
      channel text not null check (channel in ('SMS', 'VOICE')),
      confirmed_at timestamptz not null,
      check (num_nonnulls(user_id, contact_id) = 1)
    )`.execute(db)
  await sql`
    create table phone_codes (
      user_id text unique references users on delete cascade,
      contact_id text unique references emergency_contacts on delete cascade,
      number text not null,
      channel text not null check (channel in ('SMS', 'VOICE')),
      code_hash text not null,
      ends_at timestamptz not null,
      tries smallint not null default 0,
      check (num_nonnulls(user_id, contact_id) = 1)
    )`.execute(db)
}
