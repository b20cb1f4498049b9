import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table user_settings (
      user_id text primary key references users on delete cascade,
      settings jsonb not null,
      version integer not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`
    create table device_settings (
      device_id text primary key references devices on delete cascade,
      settings jsonb not null,
      led jsonb not null,
      version integer not null,
      updated_at timestamptz not null,
      applied_version integer,
      applied_at timestamptz
    )`.execute(db)
}
