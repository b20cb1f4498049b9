import { type Kysely, sql } from 'kysely'

/** Versions before know no webhooks, and leave messages of this channel alone. The check of channels allows all that it allowed. */
export const toleratedSince = '0107_tracker_memory'

/** Addresses of programs, to which events are posted, signed; and brokers of owners, which keep the state of their vehicles. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table webhooks (
      id text primary key,
      user_id text not null references users on delete cascade,
      url text not null,
      events text[] not null,
      places boolean not null,
      secret text not null,
      former_secret text,
      former_secret_until timestamptz,
      failing_since timestamptz,
      paused text check (paused in ('FAILING', 'GONE', 'CREDENTIALS')),
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index webhooks_of_user on webhooks (user_id, created_at)`.execute(db)
  await sql`
    create table webhook_devices (
      webhook_id text not null references webhooks on delete cascade,
      device_id text not null references devices on delete cascade,
      primary key (webhook_id, device_id)
    )`.execute(db)
  await sql`create index webhook_devices_of_device on webhook_devices (device_id)`.execute(db)
  await sql`
    alter table messages
      add column http_status smallint,
      drop constraint messages_channel_check,
      add constraint messages_channel_check check (channel in ('EMAIL', 'PUSH', 'SMS', 'VOICE', 'WEBHOOK'))`.execute(db)
  await sql`create index messages_to_webhooks on messages (recipient, due_at) where channel = 'WEBHOOK'`.execute(db)
  await sql`
    create index messages_being_posted on messages (recipient) where channel = 'WEBHOOK' and state = 'SENDING'`.execute(
    db,
  )
  await sql`
    create table mqtt_brokers (
      user_id text primary key references users on delete cascade,
      host text not null,
      port integer not null,
      username text,
      password text,
      saved_at timestamptz not null,
      begun_at timestamptz,
      published_at timestamptz,
      failure text check (failure in ('UNREACHABLE', 'CERTIFICATE', 'REFUSED')),
      tries integer not null default 0,
      retry_at timestamptz,
      paused boolean not null default false
    )`.execute(db)
  await sql`create index mqtt_brokers_by_state on mqtt_brokers (published_at nulls first) where not paused`.execute(db)
  await sql`
    create table mqtt_devices (
      user_id text not null references mqtt_brokers on delete cascade,
      device_id text not null references devices on delete cascade,
      primary key (user_id, device_id)
    )`.execute(db)
  await sql`create index mqtt_devices_of_device on mqtt_devices (device_id)`.execute(db)
}
