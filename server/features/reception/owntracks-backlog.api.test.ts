import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daySeconds } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { type QueueingBroker, startQueueingBroker } from '#server/protocols/testing/queueing-broker.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import { putTracker } from './testing/trackers.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/* A real product, and a broker that has more for it than it can take at once: killed in the middle of it, it goes on. */

const messages = 10_000
const trackers = 20
const inFlight = 100
const acknowledgedBefore = 2_000
const firstSecond = Math.floor(clockFrom().now().getTime() / 1000) - daySeconds
/** Two starts of a product, and the backlog, on a busy machine. */
const patienceMs = 180_000

let broker: QueueingBroker
beforeEach(async () => {
  broker = await startQueueingBroker({ inFlight })
})
afterEach(() => broker.close())
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const imeiOf = (number: number) => String(351_000_000_000_000 + (number % trackers))

function queueBacklog(): void {
  for (let number = 0; number < messages; number += 1) {
    const said = { _type: 'location', lat: 49.5, lon: 8.25, tst: firstSecond + number }
    broker.queue(`owntracks/anna/${imeiOf(number)}`, JSON.stringify(said))
  }
}

async function start(settings: Record<string, string>): Promise<ProductProcess> {
  const product = await startProductProcess({ ...settings, MQTT_URL: broker.url })
  ends.push(() => product.stop())
  return product
}

async function putTrackers(database: Database): Promise<void> {
  const now = clockFrom().now()
  for (let number = 0; number < trackers; number += 1) await putTracker(database, now, { imei: imeiOf(number) })
}

/** How many fixes there are, and of how many seconds. */
async function storedIn(database: Database): Promise<{ fixes: number; seconds: number }> {
  const { rows } = await sql<{ fixes: number; seconds: number }>`
    select count(*)::int as fixes, count(distinct recorded_at)::int as seconds from positions`.execute(database)
  return rows[0] ?? { fixes: 0, seconds: 0 }
}

/** @param goOn starts what takes in the rest, unless it runs already. */
async function killInTheMiddle(product: ProductProcess, goOn?: () => Promise<void>): Promise<void> {
  queueBacklog()
  await vi.waitUntil(() => broker.acknowledged.length >= acknowledgedBefore, patienceMs)
  await product.kill()
  expect(broker.left()).toBeGreaterThan(0)
  await goOn?.()
  await vi.waitUntil(() => broker.left() === 0, patienceMs)
  // No connection was cut but by the kill.
  expect(broker).toMatchObject({ connections: 2, outOfTurn: 0 })
  // What was not acknowledged came again, and nothing else.
  expect(broker.deliveries).toBeLessThanOrEqual(messages + inFlight)
  expect(broker.acknowledged.toSorted((a, b) => a - b)).toEqual(Array.from({ length: messages }, (_, number) => number))
  // It came back for its session.
  expect(new Set(broker.clientIds).size).toBe(1)
}

test(
  'killed in the middle of a broker’s backlog, a product on the embedded database takes in all of it, and nothing twice',
  async () => {
    const settings = { DATA_DIR: join(mkdtempSync(join(tmpdir(), 'wegwarte-backlog-')), 'data') }
    await fillWithMigratedDatabase(settings.DATA_DIR)
    const look = async <T>(work: (database: Database) => Promise<T>) => {
      const connection = await openDatabase(readSettings(settings), 'command')
      const result = await work(connection.database)
      await connection.close()
      return result
    }
    await look(putTrackers)
    const product = await start(settings)
    await killInTheMiddle(product, () => product.startAgain())
    expect(await look(storedIn)).toEqual({ fixes: messages, seconds: messages })
  },
  2 * patienceMs,
)

const postgres = runPostgres()
if ('missing' in postgres) test.skip(`in the middle of a backlog, on PostgreSQL (skipped: ${postgres.missing})`)
else {
  test(
    'of two gateways on PostgreSQL one takes in a broker’s backlog; when it is killed, the other goes on with all of it, and nothing twice',
    async () => {
      const maintenance = connect(postgres)
      await sql`create database backlog`.execute(maintenance.database)
      ends.push(async () => {
        await sql`drop database backlog with (force)`.execute(maintenance.database)
        await maintenance.close()
      })
      const DATABASE_URL = postgres.url.replace('/postgres?', '/backlog?')
      const connection = await openDatabase(readSettings({ DATABASE_URL }), 'command')
      ends.push(() => connection.close())
      const product = await start({ DATABASE_URL })
      await putTrackers(connection.database)
      await vi.waitUntil(() => broker.connections === 1, patienceMs)
      await start({ DATABASE_URL, ROLES: 'gateway' })
      await killInTheMiddle(product)
      expect(await storedIn(connection.database)).toEqual({ fixes: messages, seconds: messages })
    },
    2 * patienceMs,
  )
}
