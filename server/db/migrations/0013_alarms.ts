import { type Kysely, sql } from 'kysely'

/** The theft alarm: what is remembered of a guarded device between two fixes, and the log of its alarms and letters. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table alarm_guards (
      device_id text primary key references devices on delete cascade,
      enabled_at timestamptz not null,
      anchor_latitude double precision,
      anchor_longitude double precision,
      anchor_accuracy real,
      anchor_at timestamptz,
      last_fix_at timestamptz,
      pause_kind text check (pause_kind in ('TIMED', 'RIDE')),
      pause_since timestamptz,
      pause_until timestamptz,
      pause_moved boolean not null default false,
      silence_told_of timestamptz
    )`.execute(db)
  await sql`
    create table alarms (
      id text primary key,
      device_id text not null references devices on delete cascade,
      kind text not null,
      detected_at timestamptz not null,
      recorded_at timestamptz,
      latitude double precision,
      longitude double precision,
      accuracy real,
      number_today integer,
      letter text not null check (letter in ('QUEUED', 'SENDING', 'SENT', 'FAILED')),
      letter_begun_at timestamptz,
      letter_ended_at timestamptz,
      acknowledged_at timestamptz
    )`.execute(db)
  await sql`create index alarms_device on alarms (device_id, detected_at)`.execute(db)
  await sql`create index alarms_waiting on alarms (detected_at) where letter in ('QUEUED', 'SENDING')`.execute(db)
}
