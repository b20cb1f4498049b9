import { type Kysely, sql } from 'kysely'

/** A version before goes on with the e-mails of the alarms that it raises itself. */
export const toleratedSince = '0107_tracker_memory'

/**
 * E-mails about alarms are among all other messages. A version before sends those of the alarms that it raises: what becomes of
 * them is noted here as well. What it leaves behind is taken over.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // Nothing ends between the copy and the trigger. In the order in which a report holds both.
  await sql`lock table alarms, messages in access exclusive mode`.execute(db)
  await sql`alter table messages add column reported_at timestamptz`.execute(db)
  // Alarms are claimed past any number of reminders that wait.
  await sql`
    create index messages_of_alarms_to_send on messages (channel, rank, begun_at nulls first, due_at desc)
    where kind = 'alarm' and state in ('QUEUED', 'SENDING')`.execute(db)
  const columns = sql`id, kind, about, user_id, device_id, alarm_id, channel, recipient, rank, state, due_at, begun_at, ended_at,
    reported_at, tries`
  const email = (alarm: 'alarms' | 'new', state: ReturnType<typeof sql>) => {
    const of = (column: string) => sql.ref(`${alarm}.${column}`)
    return sql`
      select 'alarm.' || ${of('id')}, 'alarm', array[${of('id')}], devices.user_id, devices.id, ${of('id')}, 'EMAIL', null,
        alarm_rank(${of('kind')}), ${state}, coalesce(${of('letter_due_at')}, ${of('detected_at')}), ${of('letter_begun_at')},
        ${of('letter_ended_at')}, ${of('letter_reported_at')}, case when ${of('letter_begun_at')} is null then 0 else 1 end`
  }
  await sql`
    insert into messages (${columns}) ${email('alarms', sql`letter`)}
    from alarms join devices on devices.id = alarms.device_id where letter not in ('QUEUED', 'SENDING')`.execute(db)

  // A report that it reads of an e-mail from here is noted here, also before its sender's own note. What is stopped of those from
  // here is stopped here. One that is sent without ever having ended is taken over.
  const state = sql`case when new.letter = 'SENT' and new.letter_ended_at is null then 'QUEUED' else new.letter end`
  await sql`
    create function alarm_email_to_messages() returns trigger language plpgsql as $$
    begin
      insert into messages (${columns}) ${email('new', state)} from devices where devices.id = new.device_id
      on conflict (id) do update set state = excluded.state, reported_at = excluded.reported_at,
        ended_at = coalesce(messages.ended_at, excluded.ended_at, excluded.reported_at), retry_at = null
      where messages.state <> 'BOUNCED' and excluded.state <> 'STOPPED'
        and (messages.state <> 'QUEUED' or messages.begun_at is not null);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger alarm_email_to_messages after update of letter on alarms for each row
    when (new.letter not in ('QUEUED', 'SENDING') and new.letter is distinct from old.letter)
    execute function alarm_email_to_messages()`.execute(db)

  // It sends no e-mail of an alarm from here, and calls its contacts.
  await sql`alter table alarms alter column letter set default 'SENT'`.execute(db)
  await sql`
    create function alarm_email_elsewhere() returns trigger language plpgsql as $$
    begin
      new.letter_begun_at := new.detected_at;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger alarm_email_elsewhere before insert on alarms for each row
    when (new.letter = 'SENT' and new.letter_begun_at is null) execute function alarm_email_elsewhere()`.execute(db)

  await sql`
    create trigger alarm_email_told after update of state on messages for each row
    when (new.alarm_id is not null and new.kind = 'alarm' and new.channel = 'EMAIL' and new.state is distinct from old.state)
    execute function tell_of_row('alarm')`.execute(db)
}
