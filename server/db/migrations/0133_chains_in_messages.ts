import { type Kysely, sql } from 'kysely'

/** A version before goes on with the same messages, by a view that has the name and the columns of its table. */
export const toleratedSince = '0107_tracker_memory'

/** Messages of chains, to emergency contacts and to phones, are among all other messages. Each keeps the name by which it is sent. */
export async function up(db: Kysely<never>): Promise<void> {
  // Nothing is begun, ended or answered between the copy and the view.
  await sql`lock table messages, alarm_hops in access exclusive mode`.execute(db)
  await sql`alter table messages add column number smallint, add column answered_at timestamptz`.execute(db)
  const named = (of: 'alarm_hops' | 'new') => {
    const [alarmId, number, channel] = ['alarm_id', 'number', 'channel'].map((column) => sql.ref(`${of}.${column}`))
    return sql`
      'alarm-hop.' || ${alarmId} || '.' || ${number} || case when ${channel} = 'EMAIL' then '' else '.' || ${channel} end`
  }
  const columns = sql`id, kind, about, user_id, device_id, alarm_id, number, channel, recipient, rank, state, due_at, begun_at,
    ended_at, answered_at, tries, retry_at`
  await sql`
    insert into messages (${columns})
    select ${named('alarm_hops')}, 'alarm-hop', array[alarms.id], user_id, device_id, alarms.id, number, channel, contact_id,
      alarm_rank(alarms.kind), state, due_at, begun_at, ended_at, answered_at, tries, retry_at
    from alarm_hops join alarms on alarms.id = alarm_id join devices on devices.id = device_id`.execute(db)
  await sql`drop table alarm_hops`.execute(db)
  // Chains are claimed, and moved, past any number of other messages.
  await sql`
    create index messages_of_chains_to_send on messages (due_at)
    where kind = 'alarm-hop' and state in ('QUEUED', 'SENDING')`.execute(db)
  await sql`create index messages_to_contacts on messages (recipient) where kind = 'alarm-hop'`.execute(db)
  await sql`create index messages_to_phones on messages (ended_at) where kind = 'alarm-hop' and channel <> 'EMAIL'`.execute(
    db,
  )

  await sql`
    create view alarm_hops as
    select alarm_id, number, channel, recipient as contact_id, due_at, state, begun_at, ended_at, answered_at, tries, retry_at
    from messages where kind = 'alarm-hop'`.execute(db)
  await sql`
    create function alarm_hop_to_messages() returns trigger language plpgsql as $$
    begin
      insert into messages (${columns})
      select ${named('new')}, 'alarm-hop', array[alarms.id], user_id, device_id, alarms.id, new.number, new.channel,
        new.contact_id, alarm_rank(alarms.kind), new.state, new.due_at, new.begun_at, new.ended_at, new.answered_at,
        coalesce(new.tries, 0), new.retry_at
      from alarms join devices on devices.id = device_id where alarms.id = new.alarm_id;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger alarm_hop_to_messages instead of insert on alarm_hops
    for each row execute function alarm_hop_to_messages()`.execute(db)
}
