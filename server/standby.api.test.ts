import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { readStandby } from '#server/db/connection/standby.ts'
import {
  installedPostgres,
  type InstalledPostgres,
  makeCluster,
  runCluster,
  type RunningCluster,
} from '#server/db/testing/postgres-cluster.ts'
import { copyPrimary, standbyName, untilFollowed, waitForStandby } from '#server/db/testing/standby.ts'
import { differenceOfAlerts, isPromtoolInstalled, scraped } from '#server/testing/alert-rules.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/* A real primary and a real standby for which each commit waits. */

const patienceMs = 120_000
/** Figures may be asked for only so often. */
const seldom = { timeout: patienceMs, interval: 1_000 }
const metricsToken = 'a-token-of-the-operator-2026'
/** How far it has come a standby says every second. */
const settings = ['fsync=off', 'full_page_writes=off', 'wal_receiver_status_interval=1s']
const installed = 'missing' in runPostgres() ? null : await installedPostgres()

if (installed === null) test.skip('a standby for which commits wait (skipped: postgresql-15 is not installed)')
else {
  describe('a standby for which commits wait', { timeout: patienceMs }, () => {
    const folders = { primary: folderOf('primary'), standby: folderOf('standby') }
    let [primary, standby]: RunningCluster[] = []
    let server: Connection
    let product: TestProduct
    let person: Person

    beforeAll(async () => {
      await makeCluster(installed, folders.primary)
      primary = runCluster(installed, folders.primary, settings)
      server = connect({ url: urlOf(folders.primary) })
      await untilAnswering(server)
      product = await startTestProduct({ DATABASE_URL: urlOf(folders.primary), METRICS_TOKEN: metricsToken })
      person = await becomeCustomer(product)
      const { deviceId } = person
      await callAs(product, person, 'POST', '/api/tracking/consent', { deviceId, consentGiven: true })
      await callAs(product, person, 'POST', '/api/tracking/enable', { deviceId, trackingMode: 'BOTH' })
      standby = await startStandby(installed)
      await waitForStandby(server, standbyName)
      await untilFollowed(server)
    }, patienceMs)
    afterAll(async () => {
      await waitForStandby(server, '')
      await product.close()
      await server.close()
      await standby?.remove()
      await primary?.remove()
    }, patienceMs)

    async function startStandby(made: InstalledPostgres): Promise<RunningCluster> {
      await copyPrimary(made, folders.primary, folders.standby)
      return runCluster(made, folders.standby, settings)
    }

    const health = async () => {
      const answer = await send(product.url, 'GET', '/api/health')
      const { data, error } = z
        .object({
          data: z.optional(z.object({ standby: z.string() })),
          error: z.optional(z.object({ message: z.string() })),
        })
        .parse(answer.body)
      return [answer.status, data?.standby ?? error?.message]
    }
    const operator = (path: string) =>
      send(product.url, 'GET', path, { headers: { authorization: `Bearer ${metricsToken}` } }).then(({ text }) => text)
    const firstSecond = Math.floor(clockFrom().now().getTime() / 1000) - 3_600
    /** A position of its own for each number; sent again it is the same one. */
    const report = (number: number) =>
      callAs(product, person, 'POST', `/api/devices/${person.deviceId}/position`, {
        latitude: 49.5,
        longitude: 8.25,
        recordedAt: new Date((firstSecond + number) * 1000).toISOString(),
      })
    const rename = (name: string) =>
      callAs(product, person, 'PUT', `/api/devices/${person.deviceId}`, {
        deviceName: name,
        usageType: 'MOTORRAD',
        vehicleBrand: null,
        vehicleModel: null,
        vehiclePlate: null,
        notes: null,
      })
    const nameNow = async () => (await callAs(product, person, 'GET', '/api/devices')).text

    test('that follows is said to be well', async () => {
      await expect.poll(health, { timeout: patienceMs }).toEqual([200, 'ok'])
      expect(await operator('/metrics')).toMatch(/^wegwarte_standbys_missing 0$/m)
      expect((await rename('Bekannt')).status).toBe(200)
    })

    test('is hidden from a user without the right to see it, and the product does not guess', async () => {
      await sql`create role limited login`.execute(server.database)
      const limited = connect({ url: urlOf(folders.primary, 'limited') })
      expect(await readStandby(limited)).toEqual({
        names: standbyName,
        following: 0,
        hidden: 1,
        lagSeconds: null,
        writesHeld: false,
      })
      await sql`grant pg_read_all_stats to limited`.execute(server.database)
      expect(await readStandby(limited)).toMatchObject({ following: 1, hidden: 0 })
      await limited.close()
    })

    if (!isPromtoolInstalled()) test.skip('its lag (skipped: promtool is not installed, apt install prometheus)')
    else {
      test('that writes down what it gets and does not apply it lags further each second, which raises its alert', async () => {
        const copy = connect({ url: urlOf(folders.standby) })
        const lag = async () => {
          const [, seconds] = /^wegwarte_standby_lag_seconds (\S+)$/m.exec(await operator('/metrics')) ?? []
          return { seconds: Number(seconds), at: performance.now() / 1000 }
        }
        await sql`select pg_wal_replay_pause()`.execute(copy.database)
        // A commit waits only until it is written down there.
        expect((await rename('Spät')).status).toBe(200)
        const before = await vi.waitUntil(async () => {
          const now = await lag()
          return now.seconds > 1 && now
        }, seldom)
        const after = await vi.waitUntil(async () => {
          const now = await lag()
          return now.seconds > before.seconds + 1 && now
        }, seldom)
        // As if it went on like this: `promtool` goes by minutes.
        const growth = (60 * (after.seconds - before.seconds)) / (after.at - before.at)
        const lagging = { name: 'wegwarte_standby_lag_seconds', before: '0', after: '0', growth }
        const well = ['up', 'wegwarte_accounts'].map((name) => ({ name, before: '1', after: '1' }))
        expect(differenceOfAlerts([...well, lagging], ['WegwarteStandbyLate'])).toBeNull()

        await sql`select pg_wal_replay_resume()`.execute(copy.database)
        await copy.close()
        expect((await rename('Bekannt')).status).toBe(200)
        await expect.poll(async () => (await lag()).seconds, seldom).toBeLessThan(1)
      })
    }

    test('while it is away, changes are refused in bounded time, reading goes on, and what to do is said', async () => {
      await standby?.stop()
      const begun = performance.now()
      // More than there are connections to the database.
      const answers = await Promise.all([
        rename('Verloren'),
        ...Array.from({ length: 30 }, (_, number) => report(number)),
      ])
      for (const { status, headers } of answers) {
        expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
      }
      // Without a limit they would never be answered. On an idle machine it takes 7 s.
      expect(performance.now() - begun).toBeLessThan(60_000)

      // From now on nothing has to wait first.
      expect([(await rename('Wieder verloren')).status, (await report(31)).status]).toEqual([503, 503])
      await expect.poll(nameNow, { timeout: patienceMs }).toContain('"Bekannt"')
      await expect
        .poll(health, { timeout: patienceMs })
        .toEqual([503, expect.stringMatching(/^Der synchrone Standby der Datenbank fehlt: .*starten/)])
      const figures = await operator('/metrics')
      expect(figures).toMatch(/^wegwarte_standbys_missing 1$/m)
      expect(figures).toMatch(/^wegwarte_standby_writes_held 1$/m)
      const page = await operator('/metrics/status')
      expect(page).toContain('Standby der Datenbank')
      expect(page).not.toContain('Freien Platz')
    })

    if (!isPromtoolInstalled()) test.skip('its alert (skipped: promtool is not installed, apt install prometheus)')
    else {
      test('its alert is raised by a process that does not speak for all, as none does after a minute', async () => {
        // By a commit that waits for no standby.
        const setSpeaker = (statement: ReturnType<typeof sql>) =>
          server.database.transaction().execute(async (transaction) => {
            await sql`set local synchronous_commit = local`.execute(transaction)
            await statement.execute(transaction)
          })
        await setSpeaker(sql`insert into process_signs (process_id, roles, version) values ('!', '{}', '1')`)
        const figures = await operator('/metrics')
        expect(figures).not.toMatch(/^wegwarte_accounts /m)
        expect(
          differenceOfAlerts(scraped(figures, figures), ['WegwarteReportsRefused', 'WegwarteStandbyMissing']),
        ).toBeNull()
        await setSpeaker(sql`delete from process_signs where process_id = '!'`)
      })
    }

    test('nobody uses up the connections of the primary meanwhile', async () => {
      const waiting = async () => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int from pg_stat_activity where wait_event = 'SyncRep'`.execute(server.database)
        return rows[0]?.count ?? 0
      }
      const before = await waiting()
      for (let round = 0; round < 20; round += 1) expect((await report(100 + round)).status).toBe(503)
      // Work of the product that had begun before may have come to its commit meanwhile.
      expect(await waiting()).toBeLessThan(before + 10)
    })

    test('when it is back, what is repeated is stored once, and the standby has all that was acknowledged', async () => {
      standby = runCluster(installed, folders.standby, settings)
      const acknowledged: number[] = []
      for (let number = 0; number < 32; number += 1) {
        await expect.poll(async () => (await report(number)).status, { timeout: patienceMs, interval: 250 }).toBe(201)
        acknowledged.push(firstSecond + number)
      }
      expect((await rename('Gefunden')).status).toBe(200)
      await expect.poll(health, { timeout: patienceMs }).toEqual([200, 'ok'])
      const copy = connect({ url: urlOf(folders.standby) })
      const secondsIn = async ({ database }: Connection) => {
        const rows = await database.selectFrom('positions').select('recorded_at').orderBy('recorded_at').execute()
        return rows.map(({ recorded_at }) => recorded_at.getTime() / 1000)
      }
      expect(await secondsIn(server)).toEqual(acknowledged)
      // Written there before it was acknowledged, and shown a moment later.
      await expect.poll(() => secondsIn(copy)).toEqual(acknowledged)
      await copy.close()
    })
  })
}

function folderOf(name: string): string {
  return mkdtempSync(join(tmpdir(), `wegwarte-${name}-`))
}

function urlOf(folder: string, user = 'postgres'): string {
  return `postgresql:///postgres?host=${encodeURIComponent(folder)}&user=${user}`
}

async function untilAnswering({ pool }: Connection): Promise<void> {
  const answers = () =>
    pool.query('select 1').then(
      () => true,
      () => false,
    )
  await vi.waitUntil(answers, { timeout: patienceMs, interval: 100 })
}
