import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { up } from '#server/db/migrations/0111_alarm_messages.ts'
import { up as upEmails } from '#server/db/migrations/0113_alarm_emails.ts'
import { up as upChains } from '#server/db/migrations/0133_chains_in_messages.ts'
import { describeOnBothDatabases, describeOnPostgres } from '#server/db/testing/databases.ts'
import type { Queries } from '#server/db/connection/database.ts'
import { skippingLocked, inTransaction } from '#server/db/transactions/locks.ts'
import { emailName } from '#server/mail/email-name.ts'
import { alarmTurns, createMessagesStore } from '#server/features/messages/messages.store.ts'
import { createAlarmEmailsStore } from './emails/alarm-emails.store.ts'
import { noteAcknowledged } from './answers/acknowledged.ts'
import { contactsByEmail, peopleByPhone } from './chain/chain-turns.ts'
import { stopAnswered } from './chain/chains.ts'
import { insertAlarms, readGuards } from './guard/guards.store.ts'
import { createEmailSteps } from './testing/email-steps.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const start = new Date('2026-11-23T12:00:00Z')
/** To before 0113. */
async function goBack(queries: Queries): Promise<void> {
  await sql`drop trigger alarm_email_told on messages`.execute(queries)
  await sql`drop trigger alarm_email_to_messages on alarms`.execute(queries)
  await sql`drop trigger alarm_email_elsewhere on alarms`.execute(queries)
  await sql`drop function alarm_email_to_messages, alarm_email_elsewhere`.execute(queries)
  await sql`drop index messages_of_alarms_to_send`.execute(queries)
  await sql`alter table messages drop column reported_at`.execute(queries)
}

const byPush = { channels: ['PUSH'], kinds: ['alarm'], turns: alarmTurns } as const

describeOnBothDatabases(
  'the messages of alarms that the version before raises and sends during an upgrade',
  (database) => {
    beforeEach(async () => {
      await insertUser(database, 'a', start)
      await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, start)
      await sql`insert into alarms (id, device_id, kind, detected_at, letter) values ('one', 'd', 'TOW', ${start}, 'QUEUED')`.execute(
        database,
      )
    })

    test('a push message that waits or was sent before the upgrade is a message afterwards', async () => {
      const undone = new Error('undone')
      let carried: unknown
      const upgrade = database.transaction().execute(async (transaction) => {
        await sql`drop view alarm_pushes, alarm_hops`.execute(transaction)
        await sql`drop trigger alarm_email_told on messages`.execute(transaction)
        await sql`drop function alarm_push_to_messages, alarm_rank`.execute(transaction)
        await sql`alter table messages drop column alarm_id`.execute(transaction)
        await sql`create table alarm_pushes (
        alarm_id text, subscription_id text, state text, begun_at timestamptz, ended_at timestamptz)`.execute(
          transaction,
        )
        await sql`insert into alarm_pushes values ('one', 'new', 'QUEUED', null, null),
        ('one', 'old', 'SENT', ${start}, ${start})`.execute(transaction)
        await up(transaction.withTables<never>())
        carried = await transaction.selectFrom('messages').selectAll().orderBy('recipient').execute()
        throw undone
      })
      await expect(upgrade).rejects.toBe(undone)
      const common = {
        kind: 'alarm',
        about: ['one'],
        user_id: 'a',
        device_id: 'd',
        alarm_id: 'one',
        due_at: start,
        rank: 1,
      }
      const waits = { state: 'QUEUED', begun_at: null, ended_at: null, tries: 0 }
      const sent = { state: 'SENT', begun_at: start, ended_at: start, tries: 1 }
      expect(carried).toMatchObject([
        { ...common, id: emailName('alarm', 'one', 'new'), recipient: 'new', ...waits },
        { ...common, id: emailName('alarm', 'one', 'old'), recipient: 'old', ...sent },
      ])
    })

    test('a push message is sent by whichever version takes it first', async () => {
      await sql`insert into alarm_pushes (alarm_id, subscription_id, state) select id, 'browser', 'QUEUED' from alarms`.execute(
        database,
      )
      const id = emailName('alarm', 'one', 'browser')
      const added = await database.selectFrom('messages').selectAll().execute()
      const about = { kind: 'alarm', about: ['one'], user_id: 'a', device_id: 'd', alarm_id: 'one' }
      expect(added).toMatchObject([{ id, ...about, recipient: 'browser', rank: 1, state: 'QUEUED', due_at: start }])
      const { rows } = await sql`
      with newest as materialized (
        select alarm_id, subscription_id from alarm_pushes join alarms on alarms.id = alarm_id
        where state = 'QUEUED' order by begun_at nulls first limit 1 ${skippingLocked('alarm_pushes')})
      update alarm_pushes set state = 'SENDING', begun_at = ${start} from newest
      where alarm_pushes.alarm_id = newest.alarm_id and alarm_pushes.subscription_id = newest.subscription_id
      returning alarm_pushes.alarm_id`.execute(database)
      expect(rows).toEqual([{ alarm_id: 'one' }])
      expect(await createMessagesStore(database).begin(byPush, start)).toBeNull()
      await sql`update alarm_pushes set state = 'SENT', ended_at = ${start}`.execute(database)
      const sent = await database.selectFrom('messages').select(['state', 'begun_at', 'ended_at']).execute()
      expect(sent).toEqual([{ state: 'SENT', begun_at: start, ended_at: start }])
    })

    const emails = createAlarmEmailsStore(database)
    const steps = createEmailSteps(database)
    const byEmail = () => database.selectFrom('messages').selectAll().where('channel', '=', 'EMAIL').execute()
    const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
    const email = { id: 'alarm.one', kind: 'alarm', about: ['one'], user_id: 'a', device_id: 'd', alarm_id: 'one' }
    /** As its worker claims one. */
    const claimed = async (at: Date) => {
      const { rows } = await sql`
        with newest as materialized (
          select id from alarms where letter = 'QUEUED' and coalesce(letter_due_at, detected_at) <= ${at}
          order by letter_begun_at nulls first limit 1 ${skippingLocked('alarms')})
        update alarms set letter = 'SENDING', letter_begun_at = ${at}, letter_ended_at = null from newest
        where alarms.id = newest.id returning alarms.id`.execute(database)
      return rows
    }

    test('an e-mail that has ended before the upgrade is a message afterwards; one that waits is still its own', async () => {
      const undone = new Error('undone')
      let carried: unknown
      const upgrade = database.transaction().execute(async (transaction) => {
        await goBack(transaction)
        await sql`
          insert into alarms (id, device_id, kind, detected_at, letter, letter_due_at, letter_begun_at, letter_ended_at,
            letter_reported_at)
          values ('battery', 'd', 'LOW_BATTERY', ${start}, 'BOUNCED', null, ${after(1)}, ${after(2)}, ${after(3)}),
            ('moved', 'd', 'MOVEMENT', ${start}, 'STOPPED', ${after(15)}, null, ${after(4)}, null),
            ('handed', 'd', 'MOVEMENT', ${start}, 'SENDING', null, ${start}, null, null)`.execute(transaction)
        await upEmails(transaction.withTables<never>())
        carried = await transaction.selectFrom('messages').selectAll().orderBy('id').execute()
        throw undone
      })
      await expect(upgrade).rejects.toBe(undone)
      const sent = { state: 'BOUNCED', due_at: start, begun_at: after(1), ended_at: after(2), reported_at: after(3) }
      const stopped = { state: 'STOPPED', due_at: after(15), begun_at: null, ended_at: after(4), reported_at: null }
      expect(carried).toMatchObject([
        { ...email, id: 'alarm.battery', about: ['battery'], alarm_id: 'battery', rank: 2, tries: 1, ...sent },
        { ...email, id: 'alarm.moved', about: ['moved'], alarm_id: 'moved', rank: 1, tries: 0, ...stopped },
      ])
    })

    test('an e-mail of an alarm that it raises is sent by itself, and known here once it has ended', async () => {
      expect(await claimed(start)).toEqual([{ id: 'one' }])
      expect(await emails.takeOver(after(4))).toBe(0)
      expect([await byEmail(), await steps.begin(after(4))]).toEqual([[], null])
      await sql`update alarms set letter = 'SENT', letter_ended_at = ${after(4)}`.execute(database)
      const sent = { state: 'SENT', due_at: start, begun_at: start, ended_at: after(4), tries: 1 }
      expect(await byEmail()).toMatchObject([{ ...email, ...sent }])
      expect(await steps.begin(after(60))).toBeNull()
    })

    test.each([
      ['that waits', 0, false],
      ['that its worker had begun when it died', 1, true],
    ])('an e-mail %s is sent by this one, under the same name, and not by itself', async (_which, tries, isBegun) => {
      if (isBegun) await claimed(start)
      const taken = await Promise.all([1, 2, 3].map(() => emails.takeOver(after(6))))
      expect(taken.toSorted()).toEqual([0, 0, 1])
      expect(await claimed(after(6))).toEqual([])
      expect(await byEmail()).toMatchObject([{ ...email, state: 'QUEUED', due_at: start, tries }])
      expect(await steps.begin(after(6))).toMatchObject({ alarmId: 'one', email: 'a@example.org' })
      await steps.end('one', 'SENT', after(7))
      expect(await byEmail()).toMatchObject([{ state: 'SENT', ended_at: after(7), tries: tries + 1 }])
    })

    test('an e-mail that waits for its turn waits for it here, too', async () => {
      await sql`update alarms set letter_due_at = ${after(15)}`.execute(database)
      await emails.takeOver(after(1))
      expect(await steps.begin(after(14))).toBeNull()
      expect(await steps.begin(after(15))).toMatchObject({ alarmId: 'one' })
    })

    test('an e-mail of an alarm that this one raises is not sent by that one; a report that it reads is known here', async () => {
      await database.deleteFrom('alarms').execute()
      const raised = {
        id: 'one',
        deviceId: 'd',
        kind: 'TOW',
        detectedAt: start,
        place: null,
        numberToday: null,
      } as const
      await inTransaction(database, {}, (writing) => insertAlarms(writing, [raised]))
      expect([await claimed(start), await emails.takeOver(start)]).toEqual([[], 0])
      await steps.begin(start)
      await steps.end('one', 'SENT', start)
      await sql`update alarms set letter = 'BOUNCED', letter_reported_at = ${after(1)} where letter_begun_at is not null`.execute(
        database,
      )
      expect(await byEmail()).toMatchObject([{ state: 'BOUNCED', ended_at: start, reported_at: after(1) }])
    })

    /** Raised by this version. Its e-mail waits for its turn. */
    const moved = {
      id: 'moved',
      deviceId: 'd',
      kind: 'MOVEMENT',
      detectedAt: start,
      emailAt: after(15),
      place: null,
      numberToday: 2,
    } as const
    const raise = async () => {
      await database.deleteFrom('alarms').execute()
      await inTransaction(database, {}, (writing) => insertAlarms(writing, [moved]))
    }
    const emailsAt = async (minutes: number) => {
      const guards = await readGuards(database, new Map([['d', start]]), after(minutes))
      return guards.get('d')?.recent.flatMap(({ kind, emailAt }) => (kind === 'MOVEMENT' ? [emailAt] : []))
    }
    /** As it reads when e-mails are sent, or will be. */
    const emailsAsItReads = async () => {
      const { rows } = await sql`
        select case when letter <> 'STOPPED' then coalesce(letter_due_at, detected_at) end as at from alarms
        where kind = 'MOVEMENT'`.execute(database)
      return rows
    }
    const answer = () =>
      inTransaction(database, { devices: ['d'] }, async (writing) => {
        await noteAcknowledged(writing, 'moved', after(1))
        await stopAnswered(writing, moved, 'owner', after(1))
      })

    test('each knows when the e-mails of the other are sent that wait for their turn', async () => {
      await raise()
      expect([await emailsAt(1), await emailsAsItReads()]).toEqual([[after(15)], [{ at: after(15) }]])
      await database.deleteFrom('messages').execute()
      await sql`update alarms set letter = 'QUEUED', letter_begun_at = null`.execute(database)
      expect(await emailsAt(1)).toEqual([after(15)])
    })

    test('an e-mail that waits and that its owner answers there, where nobody knows of it, counts as none', async () => {
      await raise()
      await sql`update alarms set acknowledged_at = ${after(1)}`.execute(database)
      expect([await emailsAt(1), await byEmail()]).toMatchObject([[null], [{ state: 'QUEUED' }]])
      expect(await steps.begin(after(15))).toBeNull()
      expect(await byEmail()).toMatchObject([{ state: 'STOPPED' }])
    })

    test('an e-mail that waits and that its owner answers here counts as none there, too', async () => {
      await raise()
      await answer()
      expect([await emailsAt(1), await emailsAsItReads()]).toEqual([[null], [{ at: null }]])
      expect(await byEmail()).toMatchObject([{ state: 'STOPPED', begun_at: null, ended_at: after(1) }])
    })

    test('an e-mail of its own that its owner answers here is not sent by it', async () => {
      await raise()
      await database.deleteFrom('messages').execute()
      await sql`update alarms set letter = 'QUEUED', letter_begun_at = null`.execute(database)
      await answer()
      expect([await emailsAt(1), await emailsAsItReads()]).toEqual([[null], [{ at: null }]])
      expect(await byEmail()).toMatchObject([{ id: 'alarm.moved', state: 'STOPPED', ended_at: after(1) }])
    })

    test.each([
      ['before the note of its sender', 'SENDING', null],
      ['while it waits for another try', 'QUEUED', after(2)],
    ])('a report that it reads %s ends an e-mail from here', async (_when, state, retryAt) => {
      await raise()
      await sql`update messages set state = ${state}, begun_at = ${start}, retry_at = ${retryAt}`.execute(database)
      await sql`update alarms set letter = 'DELIVERED', letter_reported_at = ${after(1)} where id = 'moved'`.execute(
        database,
      )
      const delivered = { state: 'DELIVERED', ended_at: after(1), reported_at: after(1), retry_at: null }
      expect(await byEmail()).toMatchObject([delivered])
    })

    test('a report that it reads changes nothing of an e-mail that was never begun', async () => {
      await raise()
      await sql`update alarms set letter = 'BOUNCED', letter_reported_at = ${after(1)} where id = 'moved'`.execute(
        database,
      )
      expect(await byEmail()).toMatchObject([{ state: 'QUEUED', reported_at: null }])
    })
  },
)

describeOnBothDatabases('the messages of chains that the version before begins during an upgrade', (database) => {
  beforeEach(async () => {
    await insertUser(database, 'a', start)
    await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, start)
    await sql`insert into alarms (id, device_id, kind, detected_at, letter_begun_at) values ('one', 'd', 'SOS', ${start}, ${start})`.execute(
      database,
    )
  })

  const after = (minutes: number) => new Date(start.getTime() + minutes * minuteMs)
  /** As it puts a chain into the log. */
  const begin = (queries: Queries) =>
    sql`
      insert into alarm_hops (alarm_id, number, channel, contact_id, due_at, state, begun_at, ended_at, answered_at)
      values ('one', 0, 'SMS', null, ${start}, 'QUEUED', null, null, null),
        ('one', 1, 'EMAIL', 'anna', ${after(10)}, 'QUEUED', null, null, null),
        ('one', 1, 'VOICE', 'anna', ${after(10)}, 'QUEUED', null, null, null)`.execute(queries)
  const messages = (queries: Queries) => queries.selectFrom('messages').selectAll().orderBy('id').execute()
  const common = { kind: 'alarm-hop', about: ['one'], user_id: 'a', device_id: 'd', alarm_id: 'one', rank: 0 }
  const added = [
    { ...common, id: 'alarm-hop.one.0.SMS', number: 0, channel: 'SMS', recipient: null, due_at: start },
    { ...common, id: 'alarm-hop.one.1', number: 1, channel: 'EMAIL', recipient: 'anna', due_at: after(10) },
    { ...common, id: 'alarm-hop.one.1.VOICE', number: 1, channel: 'VOICE', recipient: 'anna', due_at: after(10) },
  ]
  /** As its worker claims one. */
  const claimed = async (at: Date) => {
    const { rows } = await sql`
      with next as materialized (
        select alarm_id, number, channel from alarm_hops join alarms on alarms.id = alarm_id
        where state = 'QUEUED' and due_at <= ${at} and (retry_at is null or retry_at <= ${at})
        order by due_at limit 1 ${skippingLocked('alarm_hops')})
      update alarm_hops set state = 'SENDING', begun_at = ${at}, ended_at = null, tries = tries + 1 from next
      where alarm_hops.alarm_id = next.alarm_id and alarm_hops.number = next.number and alarm_hops.channel = next.channel
      returning alarm_hops.number, alarm_hops.tries`.execute(database)
    return rows
  }
  const store = createMessagesStore(database)
  const byPhone = { channels: ['SMS', 'VOICE'], kinds: ['alarm-hop'], turns: peopleByPhone.turns } as const
  const byEmail = { channels: ['EMAIL'], kinds: ['alarm-hop'], turns: contactsByEmail.turns } as const

  test('are messages after the upgrade, with all that became of them and under their names', async () => {
    const undone = new Error('undone')
    let carried: unknown
    const upgrade = database.transaction().execute(async (transaction) => {
      await sql`drop view alarm_hops`.execute(transaction)
      await sql`drop function alarm_hop_to_messages`.execute(transaction)
      await sql`drop index messages_of_chains_to_send, messages_to_contacts, messages_to_phones`.execute(transaction)
      await sql`alter table messages drop column number, drop column answered_at`.execute(transaction)
      await sql`
        create table alarm_hops (alarm_id text, number smallint, channel text, contact_id text, due_at timestamptz, state text,
          begun_at timestamptz, ended_at timestamptz, answered_at timestamptz, tries smallint default 0, retry_at timestamptz)`.execute(
        transaction,
      )
      await begin(transaction)
      await sql`
        update alarm_hops set state = 'SENT', begun_at = ${after(10)}, ended_at = ${after(11)}, answered_at = ${after(12)},
          tries = 2, retry_at = ${after(11)} where channel = 'EMAIL'`.execute(transaction)
      await upChains(transaction.withTables<never>())
      carried = await messages(transaction)
      throw undone
    })
    await expect(upgrade).rejects.toBe(undone)
    const answered = { state: 'SENT', begun_at: after(10), ended_at: after(11), answered_at: after(12), tries: 2 }
    const [phone, email, call] = added
    expect(carried).toMatchObject([
      { ...phone, state: 'QUEUED', tries: 0 },
      { ...email, ...answered, retry_at: after(11) },
      { ...call, state: 'QUEUED', begun_at: null, ended_at: null, answered_at: null, tries: 0, retry_at: null },
    ])
  })

  test('are messages here, and each is sent by whichever version takes it first', async () => {
    await begin(database)
    expect(await messages(database)).toMatchObject(added.map((message) => ({ ...message, state: 'QUEUED', tries: 0 })))
    expect(await claimed(start)).toEqual([{ number: 0, tries: 1 }])
    expect([await store.begin(byPhone, start), await store.begin(byEmail, start)]).toEqual([null, null])
    expect(await store.begin(byEmail, after(10))).toMatchObject({ id: 'alarm-hop.one.1', number: 1, recipient: 'anna' })
    expect(await claimed(after(10))).toEqual([{ number: 1, tries: 1 }])
    expect(await claimed(after(10))).toEqual([])
  })

  test('are stopped, moved, answered and noted as come back there as here', async () => {
    await begin(database)
    await sql`update alarm_hops set due_at = due_at - interval '9 minutes' where number > 0`.execute(database)
    expect(await store.begin(byEmail, after(1))).toMatchObject({ id: 'alarm-hop.one.1' })
    await sql`update alarm_hops set state = 'BOUNCED', ended_at = ${after(2)}, answered_at = ${after(3)}
      where contact_id = 'anna' and channel = 'EMAIL' and state = 'SENDING'`.execute(database)
    await sql`update alarm_hops set state = 'STOPPED' where state = 'QUEUED'`.execute(database)
    expect(await messages(database)).toMatchObject([
      { state: 'STOPPED' },
      { state: 'BOUNCED', ended_at: after(2), answered_at: after(3) },
      { state: 'STOPPED' },
    ])
  })
})

describeOnPostgres('the upgrade of e-mails about alarms', (database) => {
  test('waits for one that is ended just then: it is not missed, and nobody waits for the upgrade meanwhile', async () => {
    await insertUser(database, 'a', start)
    await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, start)
    await sql`
      insert into alarms (id, device_id, kind, detected_at, letter, letter_begun_at)
      values ('one', 'd', 'TOW', ${start}, 'SENDING', ${start})`.execute(database)
    await database.transaction().execute(goBack)
    const upgrade = () => database.transaction().execute((transaction) => upEmails(transaction.withTables<never>()))
    const waiting = async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`.execute(
        database,
      )
      return rows.length
    }
    let upgraded: Promise<unknown> = Promise.resolve()
    const ended = database.transaction().execute(async (transaction) => {
      await sql`update alarms set letter = 'SENT', letter_ended_at = ${start}`.execute(transaction)
      upgraded = upgrade().catch(async (error: unknown) => {
        await upgrade()
        return error
      })
      await expect.poll(waiting).toBe(1)
      await sql`update messages set state = 'SENT'`.execute(transaction)
    })
    await expect(ended).resolves.toBeUndefined()
    expect(await upgraded).toBeUndefined()
    expect(await database.selectFrom('messages').select(['id', 'state', 'ended_at']).execute()).toEqual([
      { id: 'alarm.one', state: 'SENT', ended_at: start },
    ])
  })
})
