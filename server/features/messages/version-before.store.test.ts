import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { up } from '#server/db/migrations/0110_reminders_in_messages.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createJobs, job } from '#server/jobs/jobs.ts'
import { emailName } from '#server/mail/email-name.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'

const start = new Date('2026-11-23T12:00:00Z')
const evening = new Date('2026-11-24T17:00:00Z')
const departsAt = new Date('2026-11-25T08:00:00Z')

describeOnBothDatabases('what the version before writes during an upgrade', (database, { query, embedded }) => {
  beforeEach(async () => {
    await insertUser(database, 'a', start)
    await insertDevice(database, { id: 'd', userId: 'a', imei: '350000000000001' }, start)
    const sessionId = await insertSession(database, 'a', start)
    const browser = { id: 'browser', user_id: 'a', session_id: sessionId, endpoint: 'https://push.example/1' }
    const keys = { public_key: Buffer.alloc(65), secret: Buffer.alloc(16), created_at: start }
    await database
      .insertInto('push_subscriptions')
      .values({ ...browser, ...keys })
      .execute()
  })

  const messages = () =>
    database
      .selectFrom('messages')
      .select(['id', 'kind', 'about', 'user_id', 'device_id', 'channel', 'recipient', 'state', 'due_at'])
      .orderBy('channel')
      .execute()
  const common = { user_id: 'a', state: 'QUEUED' as const }

  test('a reminder that it raises is sent by this one, under the same name, and not by itself', async () => {
    await sql`insert into reminders (user_id, device_id, kind, occasion, state, created_at)
      values ('a', 'd', 'SEASON', 'BEGINS 2027-04-01', 'QUEUED', ${start})`.execute(database)
    const about = ['d', 'SEASON', 'BEGINS 2027-04-01']
    const reminder = { ...common, kind: 'reminder', about, device_id: 'd', due_at: start }
    expect(await messages()).toEqual([
      { ...reminder, id: emailName('reminder', 'a', ...about), channel: 'EMAIL', recipient: null },
      { ...reminder, id: emailName('reminder', 'a', ...about, 'browser'), channel: 'PUSH', recipient: 'browser' },
    ])
    expect(await database.selectFrom('reminders').select('state').execute()).toEqual([{ state: 'SENT' }])
  })

  test('a reminder of a licence whose e-mail it could not send waits here; browsers have had it', async () => {
    await sql`insert into licences (id, user_id, licence_type, licence_key, seats, days, created_at, demo)
      values ('l', 'a', 'START', 'KEY', 1, 365, ${start}, false)`.execute(database)
    await sql`insert into licence_reminders (user_id, licence_id, ends_at, days_before, state, created_at, begun_at)
      values ('a', 'l', ${departsAt}, 7, 'SENDING', ${start}, ${start})`.execute(database)
    expect(await messages()).toEqual([])
    await sql`update licence_reminders set state = 'QUEUED'`.execute(database)
    const about = ['l', departsAt.toISOString(), '7']
    const id = emailName('licence-reminder', 'a', ...about)
    const email = { id, channel: 'EMAIL', recipient: null, kind: 'licence-reminder', about, device_id: null }
    expect(await messages()).toEqual([{ ...common, ...email, due_at: start }])
    expect(await database.selectFrom('licence_reminders').select('state').execute()).toEqual([{ state: 'SENT' }])
  })

  test('its job that sends reminders, which nobody works off any more, is neither begun again nor waits', async () => {
    const log = pino({ enabled: false })
    const jobs = createJobs({ query, embedded, workHere: false, log, metrics: createMetrics() })
    jobs.every(job('reminders-send', z.object({})), '* * * * *', async () => undefined)
    await jobs.start()
    await query("insert into pgboss.schedule (name, cron) values ('reminders-send', '* * * * *')")
    await query("insert into pgboss.job (name) values ('reminders-send')")
    await up(database.withTables())
    for (const table of ['schedule', 'job']) {
      expect((await query(`select from pgboss.${table} where name = 'reminders-send'`)).rows, table).toEqual([])
    }
    await jobs.stop()
  })

  test('news of a saved route that it could not send waits here', async () => {
    await sql`insert into saved_routes (id, user_id, name, pieces, length_metres, corridor_metres, departs_at, average_kmh,
        is_watched, known, saved_at, check_at)
      values ('r', 'a', 'Runde', '[]', 1, 1, ${departsAt}, 60, true, '{}', ${start}, ${evening})`.execute(database)
    await sql`update saved_routes set news_for = departs_at, news_state = 'SENDING'`.execute(database)
    expect(await messages()).toEqual([])
    await sql`update saved_routes set news_state = 'QUEUED'`.execute(database)
    const about = ['r', departsAt.toISOString()]
    const email = { id: emailName('route-news', 'a', ...about), channel: 'EMAIL', recipient: null, kind: 'route-news' }
    expect(await messages()).toEqual([{ ...common, ...email, about, device_id: null, due_at: evening }])
    expect(await database.selectFrom('saved_routes').select('news_state').execute()).toEqual([{ news_state: 'SENT' }])
  })
})
