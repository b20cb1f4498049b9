import { type Kysely, sql } from 'kysely'

/**
 * What owners are told once about a device, which of it they do not want, and the dates of their vehicles. An e-mail about an
 * ended licence that was still to be written becomes one of these reminders.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table reminders (
      user_id text not null references users on delete cascade,
      device_id text not null references devices on delete cascade,
      kind text not null check (kind in ('LICENCE', 'CONSENT', 'BLIND', 'WEATHER', 'SEASON', 'INSPECTION')),
      occasion text not null,
      state text not null check (state in ('QUEUED', 'SENDING', 'SENT', 'FAILED')),
      created_at timestamptz not null,
      begun_at timestamptz,
      ended_at timestamptz,
      primary key (user_id, device_id, kind, occasion)
    )`.execute(db)
  await sql`create index reminders_device on reminders (device_id)`.execute(db)
  await sql`create index reminders_to_send on reminders (created_at) where state in ('QUEUED', 'SENDING')`.execute(db)
  await sql`
    create table unwanted_reminders (
      user_id text not null references users on delete cascade,
      kind text not null check (kind in ('BLIND', 'WEATHER', 'SEASON', 'INSPECTION')),
      since timestamptz not null,
      primary key (user_id, kind)
    )`.execute(db)
  await sql`
    alter table devices
      add column season_from smallint check (season_from between 1 and 12),
      add column season_to smallint check (season_to between 1 and 12),
      add column inspection_due text check (inspection_due ~ '^[0-9]{4}-[0-9]{2}$'),
      add column dates_noted_at timestamptz,
      add constraint devices_season_whole check ((season_from is null) = (season_to is null))`.execute(db)
  await sql`
    insert into reminders (user_id, device_id, kind, occasion, state, created_at)
    select devices.user_id, devices.id, 'LICENCE',
      to_char(licence_ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'QUEUED', now()
    from tracking_settings join devices on devices.id = device_id
    where licence_end_email_pending and licence_ended_at is not null`.execute(db)
  await sql`alter table tracking_settings drop column licence_end_email_pending`.execute(db)
}
