import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { up } from '#server/db/migrations/0111_alarm_messages.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { skippingHeld } from '#server/db/locks.ts'
import { emailName } from '#server/mail/email-name.ts'
import { createMessagesStore } from '#server/features/messages/messages.store.ts'
import { insertDevice, insertUser } from '#server/testing/rows.ts'

const start = new Date('2026-11-23T12:00:00Z')
const byPush = { channel: 'PUSH', isAlarm: true, kinds: ['alarm'] } as const

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
        await sql`drop view alarm_pushes`.execute(transaction)
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
        where state = 'QUEUED' order by begun_at nulls first limit 1 ${skippingHeld('alarm_pushes')})
      update alarm_pushes set state = 'SENDING', begun_at = ${start} from newest
      where alarm_pushes.alarm_id = newest.alarm_id and alarm_pushes.subscription_id = newest.subscription_id
      returning alarm_pushes.alarm_id`.execute(database)
      expect(rows).toEqual([{ alarm_id: 'one' }])
      expect(await createMessagesStore(database).begin(byPush, start)).toBeNull()
      await sql`update alarm_pushes set state = 'SENT', ended_at = ${start}`.execute(database)
      const sent = await database.selectFrom('messages').select(['state', 'begun_at', 'ended_at']).execute()
      expect(sent).toEqual([{ state: 'SENT', begun_at: start, ended_at: start }])
    })
  },
)
