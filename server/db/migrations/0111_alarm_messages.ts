import { type Kysely, sql } from 'kysely'

/** A version before goes on with the same messages, by a view that has the name and the columns of its table. */
export const toleratedSince = '0107_tracker_memory'

/** Messages about alarms are among all others, and stay as long as their alarm. The first are push messages. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table messages add column alarm_id text references alarms on delete cascade`.execute(db)
  await sql`create index messages_of_alarm on messages (alarm_id)`.execute(db)

  await sql`
    create function alarm_rank(kind text) returns smallint language sql immutable as
    $$ select (case when kind in ('SOS', 'FALL', 'ACCIDENT') then 0 when kind = 'LOW_BATTERY' then 2 else 1 end)::smallint $$`.execute(
    db,
  )
  await sql`
    insert into messages (id, kind, about, user_id, device_id, alarm_id, channel, recipient, rank, state, due_at, begun_at,
      ended_at, tries)
    select message_id('alarm', alarms.id, subscription_id), 'alarm', array[alarms.id], user_id, device_id, alarms.id, 'PUSH',
      subscription_id, alarm_rank(alarms.kind), alarm_pushes.state, detected_at, begun_at, ended_at,
      case when begun_at is null then 0 else 1 end
    from alarm_pushes join alarms on alarms.id = alarm_id join devices on devices.id = device_id`.execute(db)
  await sql`drop table alarm_pushes`.execute(db)
  await sql`
    create view alarm_pushes as
    select alarm_id, recipient as subscription_id, state, begun_at, ended_at from messages
    where kind = 'alarm' and channel = 'PUSH'`.execute(db)
  await sql`
    create function alarm_push_to_messages() returns trigger language plpgsql as $$
    begin
      insert into messages (id, kind, about, user_id, device_id, alarm_id, channel, recipient, rank, state, due_at, tries)
      select message_id('alarm', alarms.id, new.subscription_id), 'alarm', array[alarms.id], user_id, device_id, alarms.id,
        'PUSH', new.subscription_id, alarm_rank(alarms.kind), 'QUEUED', detected_at, 0
      from alarms join devices on devices.id = device_id where alarms.id = new.alarm_id;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger alarm_push_to_messages instead of insert on alarm_pushes
    for each row execute function alarm_push_to_messages()`.execute(db)
  // Nobody works off the job that sent them but a version before, which begins it again each minute.
  await sql`
    do $$ begin
      if to_regclass('pgboss.job') is not null then
        delete from pgboss.job where name = 'alarm-pushes' and state < 'active';
      end if;
    end $$`.execute(db)
}
