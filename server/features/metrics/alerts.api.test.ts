import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { clockAt } from '#server/db/testing/clock.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import { gaugeLines } from '#server/platform/figures.ts'
import {
  differenceOfAlerts,
  figureNamesIn,
  isPromtoolInstalled,
  rulesFile,
  scraped,
  seriesOf,
} from '#server/testing/alert-rules.ts'
import { send } from '#server/testing/client.ts'
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

/* What the alert rules and the dashboard go by is what a running product says, before and after something has gone wrong. */

const token = 'a-token-of-the-operator-2026'
const patienceMs = 120_000
let product: TestProduct
let mail: TestMailServer
let mood: MailMood = 'TAKES'
let person: Person
let well: string

const figures = async () => {
  const { text } = await send(product.url, 'GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })
  return text
}
beforeAll(async () => {
  mail = await startMailServer({ moodFor: () => mood })
  product = await startTestProduct({ METRICS_TOKEN: token, SMTP_URL: mail.url })
  person = await becomeCustomer({ ...product, mail })
  well = await figures()
}, patienceMs)
afterAll(async () => {
  await product.close()
  await mail.close()
}, patienceMs)

test('every figure that rules and dashboard name is said by the product', () => {
  const dashboard = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(readFileSync('operating/dashboard.json', 'utf8')))
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const named = [readFileSync(rulesFile, 'utf8'), ...queries].flatMap((text) => text.match(/\bwegwarte_\w+/g) ?? [])
  const said = figureNamesIn(well)
  expect(named.length).toBeGreaterThan(queries.length)
  expect([...new Set(named)].filter((name) => !said.has(name) && name !== ofBackups)).toEqual([])
})

/** Said where the product knows its backups. */
const ofBackups = 'wegwarte_last_good_backup_timestamp_seconds'
const noStandby = { names: '', following: 0, hidden: 0, lagSeconds: null, writesHeld: false }

if (!isPromtoolInstalled())
  test.skip('alerts by their causes (skipped: promtool is not installed, apt install prometheus)')
else {
  test('a product that is well raises no alert', () => {
    expect(differenceOfAlerts(scraped(well, well), [])).toBeNull()
  })

  test(
    'a mail server that takes nothing, work that waits, a fault of the product and a missing role each raise their alert',
    async () => {
      mood = 'PUTS_OFF'
      for (const name of ['later', 'later2', 'later3', 'later4']) {
        const body = { email: `${name}@example.org`, password: 'geheim-123' }
        expect((await send(product.url, 'POST', '/api/auth/register', { body })).status).toBe(201)
      }
      await vi.waitFor(
        async () => expect(await figures()).toMatch(/wegwarte_emails_total\{outcome="failed"\} ([4-9]|\d\d)/),
        patience,
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
      const expected = ['WegwarteEmailsFail', 'WegwarteErrors', 'WegwarteRoleMissing', 'WegwarteWorkWaits']
      expect(differenceOfAlerts(scraped(well, await figures()), expected)).toBeNull()
    },
    patienceMs,
  )

  test('a source that cannot be reached for hours raises its alert', async () => {
    await feedsServiceAt(product.operator, clockAt('2026-11-21T08:00:00Z')).refresh(cap)
    const ofFeeds = seriesOf(well, await figures()).filter(({ name }) => /^wegwarte_(feed_|accounts)/.test(name))
    expect(
      differenceOfAlerts([...ofFeeds, { name: 'up', before: '1', after: '1' }], ['WegwarteFeedFails'], 60),
    ).toBeNull()
  })

  test(
    'a database that is silent raises its alert, and the process says so without it',
    async () => {
      const silence = sql`select pg_sleep(10)`.execute(product.operator)
      // Timed: the database has one session, which is to be taken first.
      await sleep(500)
      const during = await figures()
      await silence
      expect(during).toMatch(/^wegwarte_database_answers 0$/m)
      expect(during).toMatch(/^wegwarte_requests_total\{/m)
      const expected = ['WegwarteDatabaseAway', 'WegwarteFiguresMissing']
      expect(differenceOfAlerts(scraped(during, during), expected)).toBeNull()
    },
    patienceMs,
  )

  test.each([
    ['WegwarteDiskFull', { disk: { bytes: 100e9, freeBytes: 9e9 } }],
    ['WegwarteReportsRefused', { refusesFixes: true }],
    ['WegwarteClockDoubted', { clockBehindSeconds: -600 }],
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
