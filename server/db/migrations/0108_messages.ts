import { type Kysely, sql } from 'kysely'

/** A version before raises reminders, and takes up saved routes, as it did: what it has to send is handed over by triggers. */
export const toleratedSince = '0107_tracker_memory'

/**
 * One queue for messages of every kind. Reminders and news of saved routes are the first: what waits of them becomes messages
 * here, and so does what a version before raises beside this one, or could not send. That the row they belong to is `SENT` keeps
 * that version from sending it, too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table messages (
      id text primary key,
      kind text not null,
      about text[] not null,
      user_id text references users on delete cascade,
      device_id text references devices on delete cascade,
      channel text not null check (channel in ('EMAIL', 'PUSH', 'SMS', 'VOICE')),
      recipient text,
      address text,
      words text,
      rank smallint not null,
      state text not null check (
        state in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED', 'GONE', 'FAILED', 'STOPPED', 'WITHHELD')),
      due_at timestamptz not null,
      begun_at timestamptz,
      ended_at timestamptz,
      tries integer not null,
      retry_at timestamptz
    )`.execute(db)
  await sql`create index messages_to_send on messages (due_at) where state in ('QUEUED', 'SENDING')`.execute(db)
  await sql`create index messages_of_user on messages (user_id, due_at)`.execute(db)
  await sql`create index messages_device on messages (device_id)`.execute(db)

  await sql`
    create function message_key(moment timestamptz) returns text language sql as
    $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$`.execute(db)
  await sql`
    create function message_id(kind text, variadic parts text[]) returns text language sql as $$
      select kind || '.' || left(encode(sha256(convert_to(array_to_string(parts, E'\n'), 'UTF8')), 'hex'), 32)
    $$`.execute(db)
  // Browsers get it with the first try alone.
  await sql`
    create function hand_over(kind text, about text[], whose text, device text, due timestamptz, is_first boolean)
    returns void language sql as $$
      insert into messages (id, kind, about, user_id, device_id, channel, recipient, rank, state, due_at, tries)
      select message_id(kind, variadic array[whose] || about), kind, about, whose, device, 'EMAIL', null, 0, 'QUEUED', due, 0
      union all
      select message_id(kind, variadic array[whose] || about || id), kind, about, whose, device, 'PUSH', id, 0, 'QUEUED', due, 0
      from push_subscriptions where user_id = whose and is_first
      on conflict do nothing
    $$`.execute(db)

  await handOver(
    db,
    'licence_reminders',
    sql`perform hand_over('licence-reminder', array[new.licence_id, message_key(new.ends_at), new.days_before::text],
      new.user_id, null, new.created_at, new.begun_at is null)`,
  )
  await handOver(
    db,
    'reminders',
    sql`perform hand_over('reminder', array[new.device_id, new.kind, new.occasion], new.user_id, new.device_id,
      new.created_at, new.begun_at is null)`,
  )
  for (const table of ['licence_reminders', 'reminders']) {
    await sql`alter table ${sql.table(table)} alter column state set default 'SENT'`.execute(db)
    await sql`update ${sql.table(table)} set state = 'QUEUED' where state in ('QUEUED', 'SENDING')`.execute(db)
  }

  await sql`
    create function saved_route_to_messages() returns trigger language plpgsql as $$
    begin
      perform hand_over('route-news', array[new.id, message_key(new.news_for)], new.user_id, null, new.check_at, false);
      new.news_state := 'SENT';
      return new;
    end $$`.execute(db)
  await sql`
    create trigger saved_route_to_messages before update of news_state on saved_routes
    for each row when (new.news_state = 'QUEUED' and new.news_for = new.departs_at)
    execute function saved_route_to_messages()`.execute(db)
  await sql`update saved_routes set news_state = 'QUEUED' where news_state in ('QUEUED', 'SENDING')`.execute(db)
  await sql`alter table saved_routes drop constraint saved_routes_check1`.execute(db)
}

/** Has what waits in a table become messages. */
async function handOver(db: Kysely<never>, table: string, perform: ReturnType<typeof sql>): Promise<void> {
  const name = sql.ref(`${table}_to_messages`)
  await sql`
    create function ${name}() returns trigger language plpgsql as $$
    begin
      ${perform};
      new.state := 'SENT';
      return new;
    end $$`.execute(db)
  await sql`
    create trigger ${name} before insert or update of state on ${sql.table(table)}
    for each row when (new.state = 'QUEUED') execute function ${name}()`.execute(db)
}
