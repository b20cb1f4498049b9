import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { backUp } from '#server/db/backup/backup-file.ts'
import { clockAt } from '#server/db/testing/clock.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import { gaugeLines } from '#server/platform/metrics.ts'
import { startPushService, type TestPushService } from '#server/push/testing/push-service.ts'
import { findingsIn, sentencesOf } from '#server/setting-rules.ts'
import {
  differenceOfAlerts,
  figureNamesIn,
  isPromtoolInstalled,
  rulesFile,
  scraped,
  seriesOf,
  timesSince,
} from '#server/testing/alert-rules.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { reportAs, turnTrackingOn } from '#server/testing/gateway-product.ts'
import { feedsServiceAt } from '#server/testing/feeds-service.ts'
import { patience } from '#server/testing/patience.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import {
  type MailMood,
  startMailServer,
  startTestProduct,
  type TestMailServer,
  type TestProduct,
} from '#server/testing/test-product.ts'
import { gaugesOfProcess } from './gauges.ts'

/*
 * What the alert rules and the dashboard go by is what a running product says, before and after something has gone wrong. By its
 * cause each alert is raised here, in `process-down.api.test.ts` or in `standby.api.test.ts` (reports that are refused, a standby
 * that is missing or late), but for those that follow here from what a process sees of itself.
 */

const token = 'a-token-of-the-operator-2026'
const patienceMs = 120_000
/** Figures may be asked for only so often. */
const seldom = { ...patience, interval: 2_000 }
/** For alerts that wait for hours: `promtool` goes through two days. */
const minutesOfLongStep = 60
let product: TestProduct
let pushService: TestPushService
let backups: string
let trackerUrl: string
let mail: TestMailServer
let mood: MailMood = 'TAKES'
let refusal: string | null = null
let person: Person
let well: string

const figures = async ({ url } = product) => {
  const { text } = await send(url, 'GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })
  return text
}
beforeAll(async () => {
  mail = await startMailServer({ moodFor: () => mood, refuses: () => refusal })
  pushService = await startPushService()
  backups = mkdtempSync(join(tmpdir(), 'wegwarte-alerts-backups-'))
  const port = String(await freePort())
  trackerUrl = `http://127.0.0.1:${port}`
  product = await startTestProduct({
    METRICS_TOKEN: token,
    SMTP_URL: mail.url,
    BACKUP_DIR: backups,
    GATEWAY_OSMAND_PORT: port,
  })
  await backUp(product.operator, { path: join(backups, 'first.backup'), passphrase: null }, clockFrom(undefined).now())
  person = await becomeCustomer({ ...product, mail })
  await turnTrackingOn(product, person, 'MOVEMENT')
  expect((await reportAs(trackerUrl, person, { lat: '49.0069', lon: '8.4037' })).status).toBe(200)
  well = await figures()
}, patienceMs)
afterAll(async () => {
  await product.close()
  await pushService.close()
  await mail.close()
  rmSync(backups, { recursive: true })
}, patienceMs)

test('every figure that rules and dashboard name is said by the product', () => {
  const dashboard = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(readFileSync('operating/dashboard.json', 'utf8')))
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const named = [readFileSync(rulesFile, 'utf8'), ...queries].flatMap((text) => text.match(/\bwegwarte_\w+/g) ?? [])
  const said = figureNamesIn(well)
  expect(named.length).toBeGreaterThan(queries.length)
  expect([...new Set(named)].filter((name) => !said.has(name))).toEqual([])
})

const noStandby = { names: '', following: 0, hidden: 0, lagSeconds: null, writesHeld: false }

if (!isPromtoolInstalled())
  test.skip('alerts by their causes (skipped: promtool is not installed, apt install prometheus)')
else {
  test('a product that is well raises no alert', () => {
    expect(differenceOfAlerts(scraped(well, well), [])).toBeNull()
  })

  test('two days after the last report and the last backup, each raises its alert', () => {
    const since = timesSince(well, clockFrom(undefined).now())
    expect(
      differenceOfAlerts(scraped(since, since), ['WegwarteBackupOld', 'WegwarteNoReports'], minutesOfLongStep),
    ).toBeNull()
  })

  /** What a test is about, among figures of which others have changed before it. */
  const about = (names: RegExp, before: string, after: string) => [
    ...seriesOf(before, after).filter(({ name }) => names.test(name)),
    ...['up', 'wegwarte_accounts'].map((name) => ({ name, before: '1', after: '1' })),
  ]
  const testAlarm = async () => {
    const { status } = await callAs(product, person, 'POST', `/api/alarms/${person.deviceId}/test`)
    expect(status).toBe(201)
  }

  test(
    'an alarm to a mailbox that is gone, of which a push service refuses the message, raises both alerts',
    async () => {
      const browser = pushService.browser()
      browser.status = 403
      expect((await callAs(product, person, 'POST', '/api/push/subscriptions', browser.address)).status).toBe(201)
      const before = await figures()
      refusal = '5.1.1 no such mailbox'
      await testAlarm()
      await vi.waitFor(async () => {
        const now = await figures()
        expect(now).toMatch(/^wegwarte_pushes_total\{outcome="REFUSED"\} 1$/m)
        expect(now).toMatch(/^wegwarte_alarm_emails_of_a_day\{state="BOUNCED"\} 1$/m)
      }, seldom)
      refusal = null
      const seen = about(/^wegwarte_(alarm_emails|pushes)/, before, await figures())
      expect(differenceOfAlerts(seen, ['WegwarteAlarmEmailsLost', 'WegwartePushesRefused'])).toBeNull()
    },
    patienceMs,
  )

  test(
    'an alarm whose first message goes out after minutes raises its alert',
    async () => {
      const before = await figures()
      mood = 'PUTS_OFF'
      await testAlarm()
      // As if that were five minutes ago, and time for its next try, once the first one is noted.
      await vi.waitFor(async () => {
        const { numAffectedRows } = await sql`
          update messages set retry_at = now() - interval '1 second'
          where kind = 'alarm' and state = 'QUEUED' and retry_at is not null`.execute(product.operator)
        expect(numAffectedRows).toBe(1n)
      }, patience)
      await sql`update alarms set detected_at = detected_at - interval '5 minutes'`.execute(product.operator)
      mood = 'TAKES'
      // Another one wakes the round.
      await testAlarm()
      await vi.waitFor(
        async () => expect(await figures()).toMatch(/^wegwarte_alarm_first_delivery_seconds_count [23]$/m),
        seldom,
      )
      const seen = about(/^wegwarte_alarm_first/, before, await figures())
      expect(differenceOfAlerts(seen, ['WegwarteAlarmsLate'])).toBeNull()
    },
    patienceMs,
  )

  test(
    'a mail server that takes nothing, work that waits, a fault of the product and a missing role each raise their alert',
    async () => {
      const before = await figures()
      mood = 'PUTS_OFF'
      for (const name of ['later', 'later2', 'later3', 'later4']) {
        const body = { email: `${name}@example.org`, password: 'geheim-123' }
        expect((await send(product.url, 'POST', '/api/auth/register', { body })).status).toBe(201)
      }
      await vi.waitFor(
        async () => expect(await figures()).toMatch(/wegwarte_emails_total\{outcome="failed"\} ([4-9]|\d\d)/),
        seldom,
      )
      // As if that were an hour ago: each is tried when it is due, so this is no work that waits.
      await sql`update pgboss.job set created_on = now() - interval '1 hour' where state = 'retry'`.execute(
        product.operator,
      )
      // What no process here works on.
      await sql`select pgboss.create_queue('of-nobody', '{"policy": "standard"}')`.execute(product.operator)
      await sql`insert into pgboss.job (name, start_after) values ('of-nobody', now() - interval '1 hour')`.execute(
        product.operator,
      )
      await sql`alter table privacy_zones rename to privacy_zones_away`.execute(product.operator)
      expect((await callAs(product, person, 'GET', '/api/privacy-zones')).status).toBe(500)
      await sql`alter table privacy_zones_away rename to privacy_zones`.execute(product.operator)
      await sql`insert into process_signs (process_id, roles, version, seen_at)
        values ('gone:3000', array['gateway'], '1', now() - interval '3 minutes')`.execute(product.operator)
      const seen = async () =>
        scraped(before, await figures()).filter(({ name }) => !name.startsWith('wegwarte_alarm_emails'))
      const expected = ['WegwarteEmailsFail', 'WegwarteErrors', 'WegwarteRoleMissing', 'WegwarteWorkWaits']
      expect(differenceOfAlerts(await seen(), expected)).toBeNull()

      // As if each of these tries were the last.
      await sql`update pgboss.job set retry_limit = retry_count, start_after = now() where state = 'retry'`.execute(
        product.operator,
      )
      await vi.waitFor(async () => expect(await figures()).toMatch(/^wegwarte_queue_failed\{.*\} [1-9]/m), seldom)
      expect(differenceOfAlerts(await seen(), [...expected, 'WegwarteWorkGivenUp'].toSorted())).toBeNull()
    },
    patienceMs,
  )

  test(
    'where nobody has worked for a quarter of an hour, a process without the role says so',
    async () => {
      const alone = await startTestProduct({ METRICS_TOKEN: token, ROLES: 'api' })
      onTestFinished(() => alone.close())
      // As if it had been started that long ago.
      await sql`update pgboss.queue set created_on = created_on - interval '16 minutes'`.execute(alone.operator)
      const seen = await figures(alone)
      expect(differenceOfAlerts(scraped(seen, seen), ['WegwarteJobsStanding'])).toBeNull()
    },
    patienceMs,
  )

  test('a source that cannot be reached for hours raises its alert', async () => {
    await feedsServiceAt(product.operator, clockAt('2026-11-21T08:00:00Z')).refresh(cap)
    const ofFeeds = seriesOf(well, await figures()).filter(({ name }) => /^wegwarte_(feed_|accounts)/.test(name))
    expect(
      differenceOfAlerts(
        [...ofFeeds, { name: 'up', before: '1', after: '1' }],
        ['WegwarteFeedFails'],
        minutesOfLongStep,
      ),
    ).toBeNull()
  })

  test(
    'a database that is silent raises its alert, and the process says so without it',
    async () => {
      const before = await figures()
      const silence = sql`select pg_sleep(10)`.execute(product.operator)
      // Timed: the database has one session, which is to be taken first.
      await sleep(500)
      const calls = Array.from({ length: 20 }, () => callAs(product, person, 'GET', '/api/privacy-zones'))
      const during = await figures()
      await silence
      await Promise.all(calls)
      const slow = seriesOf(before, await figures())
        .filter(
          ({ name }) => name.startsWith('wegwarte_request_seconds_bucket{') && name.includes('/api/privacy-zones'),
        )
        // As if it went on like this.
        .map(({ name, before: first, after }) => ({
          name,
          before: '0',
          after: '0',
          growth: Number(after) - (Number(first) || 0),
        }))
      expect(differenceOfAlerts([...about(/never/, before, before), ...slow], ['WegwarteSlow'])).toBeNull()
      const waiting = about(/^wegwarte_database_queries_waiting/, during, during)
      expect(differenceOfAlerts(waiting, ['WegwarteBusy'])).toBeNull()
      expect(during).toMatch(/^wegwarte_database_answers 0$/m)
      expect(during).toMatch(/^wegwarte_requests_total\{/m)
      const expected = ['WegwarteDatabaseAway', 'WegwarteFiguresMissing']
      expect(differenceOfAlerts(scraped(during, during), expected)).toBeNull()
    },
    patienceMs,
  )

  test('settings that are warned about in production raise their alert', () => {
    const given = { PUBLIC_URL: 'https://wegwarte.example', SMTP_URL: mail.url, OPERATOR_NAME: 'Wegwarte' }
    const settings = readSettings({ NODE_ENV: 'production', ...given })
    const settingWarnings = sentencesOf(findingsIn(settings), 'warned')
    const text = gaugeLines(gaugesOfProcess({ ...healthyProcess, settingWarnings })).join('\n')
    expect(differenceOfAlerts(about(/./, text, text), ['WegwarteSettings'], minutesOfLongStep)).toBeNull()
  })

  test.each([
    ['WegwarteDiskFull', { disk: { bytes: 100e9, freeBytes: 9e9 } }],
    ['WegwarteReportsRefused', { refusesFixes: true }],
    ['WegwarteClockDoubted', { clockBehindSeconds: -600 }],
    ['WegwartePositionServerSilent', { silentServers: new Map([['w1:5432', new Date()]]) }],
    ['WegwarteNotificationsMissing', { hearsDatabase: false }],
    ['WegwarteStandbyMissing', { product: { standby: { ...noStandby, names: 'standby' } } }],
    [
      'WegwarteStandbyMissing',
      { product: { standby: { ...noStandby, names: 'standby', hidden: 1, writesHeld: true } } },
    ],
    ['WegwarteBusy', { eventLoopSeconds: 0.9 }],
  ])('%s follows from what a process sees of itself', (alert, seen) => {
    const text = gaugeLines(gaugesOfProcess({ ...healthyProcess, ...seen })).join('\n')
    const others = [
      { name: 'up', before: '1', after: '1' },
      { name: 'wegwarte_accounts', before: '1', after: '1' },
    ]
    expect(differenceOfAlerts([...seriesOf(text, text), ...others], [alert])).toBeNull()
  })
}

const healthyProcess = {
  refusesFixes: false,
  silentServers: new Map<string, Date>(),
  clockBehindSeconds: null,
  hearsDatabase: true,
  eventLoopSeconds: 0.01,
  settingWarnings: [],
  connections: { open: 3, idle: 2, waiting: 0 },
  process: { memoryBytes: 2e8, cpuSeconds: 10, startedAt: new Date('2026-11-21T08:00:00Z') },
  disk: { bytes: 100e9, freeBytes: 50e9 },
  version: '1',
  rolesHere: ['api'],
  product: { standby: noStandby },
  backup: null,
}
