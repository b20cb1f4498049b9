import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { trackingServerLimits } from '#contract/tracking/tracking-limits.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { connect, type Connection, type Database, type Queries } from '#server/db/connection/database.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { leavePositions } from '#server/db/positions/position-removals.ts'
import { beginRounds, passForWork } from '#server/jobs/testing/next-round.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { outcome, send } from '#server/testing/client.ts'
import { patience } from '#server/testing/patience.ts'
import { becomeCustomer, callAs, type Person } from '#server/testing/people.ts'
import { startProductProcess } from '#server/testing/product-process.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/** So many that they take a while: fifty portions. */
const many = 50 * trackingServerLimits.removedTogether
/** By then the work of a process that is gone has expired. */
const expiredMinutes = 10
/** Two starts of a product; a busy machine takes ten seconds for one. */
const patienceMs = 60_000

describe('on the embedded database', () => {
  let product: TestProduct
  beforeAll(async () => void (product = await startTestProduct()), 60_000)
  afterAll(() => product.close())

  test('a device with many positions is gone at once, and reports of others are answered while its positions go', async () => {
    const [leaving, staying] = [await becomeCustomer(product), await becomeCustomer(product)]
    for (const person of [leaving, staying]) await track(product, person)
    await putPositions(product.operator, leaving.deviceId)
    expect((await remove(product, leaving)).status).toBe(200)
    let answeredMeanwhile = 0
    while ((await countOf(product.operator, leaving.deviceId)) > 0) {
      expect(await report(product, staying)).toEqual([201, undefined])
      answeredMeanwhile += 1
      expect(await historyOf(product, leaving)).toEqual([404, 'NOT_FOUND'])
    }
    expect(answeredMeanwhile).toBeGreaterThan(1)
    expect(await countOf(product.operator, staying.deviceId)).toBeGreaterThan(0)
  })

  test('what a killed process left goes with a later round, although its job is lost', async () => {
    await product.operator.transaction().execute((writing) => leavePositions(writing, ['left']))
    await putPositions(product.operator, 'left')
    const { query, close } = await openDatabase(product.settings, 'command')
    await beginRounds({ query })
    await close()
    await expect.poll(() => countOf(product.operator, 'left'), patience).toBe(0)
  })
})

const postgres = runPostgres()
if ('missing' in postgres) test.skip(`removed positions on PostgreSQL (skipped: ${postgres.missing})`)
else {
  describe('on PostgreSQL', () => {
    let server: Connection
    let product: TestProduct
    beforeAll(async () => {
      server = connect(postgres)
      await sql`create database removed_positions`.execute(server.database)
      product = await startTestProduct({ DATABASE_URL: postgres.url.replace('/postgres?', '/removed_positions?') })
    }, 60_000)
    afterAll(async () => {
      await product.close()
      await sql`drop database removed_positions with (force)`.execute(server.database)
      await server.close()
    })

    test('while its positions cannot be deleted, its owner is answered, others report, and the next owner registers it', async () => {
      const [leaving, staying] = [await becomeCustomer(product), await becomeCustomer(product)]
      for (const person of [leaving, staying]) await track(product, person)
      await putPositions(product.operator, leaving.deviceId)
      await product.operator.transaction().execute(async (holder) => {
        await holdPosition(holder, leaving.deviceId, 1)
        expect((await remove(product, leaving)).status).toBe(200)
        expect(await report(product, staying)).toEqual([201, undefined])
        const registered = await callAs(product, staying, 'POST', '/api/devices/register-imei', { imei: leaving.imei })
        expect(registered.status).toBe(201)
        expect(await historyOf(product, leaving)).toEqual([404, 'NOT_FOUND'])
        expect(await countOf(product.operator, leaving.deviceId)).toBe(many)
      })
      await expect.poll(() => countOf(product.operator, leaving.deviceId), patience).toBe(0)
      expect(await countOf(product.operator, staying.deviceId)).toBe(1)
    })
  })

  test(
    'a process that is killed between two portions leaves the rest to another one',
    async () => {
      const server = connect(postgres)
      await sql`create database killed_removing`.execute(server.database)
      const place = { DATABASE_URL: postgres.url.replace('/postgres?', '/killed_removing?') }
      const killed = await startProductProcess(place)
      const { database, query, close } = await openDatabase(readSettings(place), 'command')
      const now = clockFrom().now()
      await insertUser(database, 'anna', now)
      await insertSession(database, 'anna', now)
      await insertDevice(database, { id: 'device', userId: 'anna', imei: '350000000000001' }, now)
      const finished = { email_verified_at: now, imei_verified_at: now, password_confirmed_at: now }
      await database.updateTable('users').set(finished).execute()
      await database.updateTable('sessions').set({ confirmed_at: now }).execute()
      await putPositions(database, 'device')
      const left = many - trackingServerLimits.removedTogether
      await database.transaction().execute(async (holder) => {
        await holdPosition(holder, 'device', trackingServerLimits.removedTogether + 1)
        const removed = await send(killed.url, 'DELETE', '/api/devices/device', { token: 'session-anna' })
        expect(removed.status).toBe(200)
        await expect.poll(() => countOf(database, 'device'), patience).toBe(left)
        await killed.kill()
      })
      expect(await countOf(database, 'device')).toBe(left)
      await passForWork({ query }, expiredMinutes)
      const another = await startProductProcess(place)
      await expect.poll(() => countOf(database, 'device'), patience).toBe(0)
      await another.stop()
      await close()
      await sql`drop database killed_removing with (force)`.execute(server.database)
      await server.close()
    },
    patienceMs,
  )
}

/** Nobody else can delete the position at this place, the oldest being the first. */
const holdPosition = (holder: Queries, deviceId: string, place: number) =>
  sql`
    select from positions where device_id = ${deviceId} and recorded_at = (
      select recorded_at from positions where device_id = ${deviceId} order by recorded_at offset ${place - 1} limit 1
    ) for update`.execute(holder)

async function track(product: TestProduct, person: Person): Promise<void> {
  const { deviceId } = person
  const consent = { deviceId, consentGiven: true }
  expect((await callAs(product, person, 'POST', '/api/tracking/consent', consent)).status).toBe(200)
  const wish = { deviceId, trackingMode: 'BOTH' }
  expect((await callAs(product, person, 'POST', '/api/tracking/enable', wish)).status).toBe(200)
}

const remove = (product: TestProduct, person: Person) =>
  callAs(product, person, 'DELETE', `/api/devices/${person.deviceId}`)

const historyOf = async (product: TestProduct, person: Person) =>
  outcome(await callAs(product, person, 'GET', `/api/tracking/latest/${person.deviceId}`))

async function report(product: TestProduct, { deviceId, deviceSecret }: Person) {
  const body = { latitude: 49.0069, longitude: 8.4037 }
  const headers = { 'x-device-key': deviceSecret }
  return outcome(await send(product.url, 'POST', `/api/devices/${deviceId}/position`, { headers, body }))
}

/** A second apart, until now. */
async function putPositions(operator: Database, deviceId: string): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(operator)
  const days = rows.flatMap(({ now }) => [now, new Date(now.getTime() - many * 1000)])
  await operator.transaction().execute((transaction) => prepareDays(transaction, days, new Set()))
  await sql`
    insert into positions (device_id, recorded_at, received_at, latitude, longitude)
    select ${deviceId}, now() - make_interval(secs => i), now(), 49, 8.4 from generate_series(1, ${many}::int) as i`.execute(
    operator,
  )
}

async function countOf(operator: Database, deviceId: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from positions where device_id = ${deviceId}`.execute(operator)
  return Number(rows[0]?.count)
}
