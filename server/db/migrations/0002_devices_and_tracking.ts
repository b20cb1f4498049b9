import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table device_inventory (
      imei text primary key check (imei ~ '^[0-9]{15}$'),
      model text not null,
      tracker_id text unique,
      secret_hash bytea,
      clock_offset_minutes integer not null default 0,
      speed_unit text check (speed_unit in ('knots', 'm/s', 'km/h')),
      last_active_at timestamptz,
      imported_at timestamptz not null
    )`.execute(db)
  await sql`
    create table licences (
      id text primary key,
      user_id text references users on delete set null,
      licence_type text not null check (licence_type in ('START', 'PREMIUM', 'ENTERPRISE', 'STANDARD')),
      licence_key text not null unique,
      seats integer not null check (seats > 0),
      days integer not null check (days > 0),
      expires_at timestamptz,
      created_at timestamptz not null,
      demo boolean not null default false
    )`.execute(db)
  await sql`create index licences_user on licences (user_id)`.execute(db)
  await sql`
    create table devices (
      id text primary key,
      imei text not null unique references device_inventory,
      user_id text not null references users on delete cascade,
      name text not null,
      usage_type text not null check (usage_type in ('AUTO', 'MOTORRAD')),
      vehicle_brand text,
      vehicle_model text,
      vehicle_plate text,
      notes text,
      licence_id text references licences on delete set null,
      registered_at timestamptz not null,
      demo boolean not null default false
    )`.execute(db)
  await sql`create index devices_user on devices (user_id)`.execute(db)
  await sql`create index devices_licence on devices (licence_id)`.execute(db)
  await sql`
    create table tracking_settings (
      device_id text primary key references devices on delete cascade,
      enabled boolean not null default false,
      mode text check (mode in ('THEFT', 'MOVEMENT', 'BOTH')),
      consent_given boolean not null default false,
      consent_at timestamptz,
      enabled_at timestamptz
    )`.execute(db)
  // One partition a day, made by the store that writes and dropped whole when its day is over the retention.
  // No foreign key to devices: checking it would cost every insert; the store that removes a device removes these.
  await sql`
    create table positions (
      device_id text not null,
      recorded_at timestamptz not null,
      received_at timestamptz not null,
      latitude double precision not null,
      longitude double precision not null,
      accuracy real,
      altitude real,
      speed real,
      course real,
      flag text,
      primary key (device_id, recorded_at)
    ) partition by range (recorded_at)`.execute(db)
}
