import { type Kysely, sql } from 'kysely'

/** The police dossier: what the owner enters, what the owner says about the vehicle, and links that let the police read. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table dossiers (
      device_id text primary key references devices on delete cascade,
      brand text,
      model text,
      colour text,
      plate text,
      frame_number text,
      last_seen_place text,
      last_seen_at timestamptz,
      case_reference text,
      police_station text,
      with_picture boolean not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`
    create table dossier_changes (
      id bigint generated always as identity primary key,
      device_id text not null references devices on delete cascade,
      state text not null check (state in ('PARKED', 'SUSPICIOUS', 'STOLEN', 'RECOVERED')),
      since timestamptz not null,
      set_at timestamptz not null
    )`.execute(db)
  await sql`create index dossier_changes_device on dossier_changes (device_id, id)`.execute(db)
  await sql`
    create table dossier_links (
      id text primary key,
      device_id text not null references devices on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      last_opened_at timestamptz,
      opened integer not null default 0
    )`.execute(db)
  await sql`create index dossier_links_device on dossier_links (device_id, created_at)`.execute(db)
}
