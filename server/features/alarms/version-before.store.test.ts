import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
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
