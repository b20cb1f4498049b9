import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg, { type Pool } from 'pg'
import { dayMs } from '#contract/base/time-units.ts'
import { median, percentile, table } from '#bench/pois/figures.ts'
import { clockFrom } from '#server/platform/clock.ts'
import type { Database } from '#server/db/connection/database.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { registerHistoryRoutes } from '#server/features/history/history.routes.ts'
import { createDeviceOwnersStore } from '#server/features/devices/device-owners.store.ts'
import { createHistoryService } from '#server/features/history/history.service.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'
import { imeiOf } from './imei.ts'

const devices = 1_000
const rowsPerDevice = 10_000
const days = 10
const rounds = 300
/** Not counted: a server that runs has compiled its code long ago. */
const warmUps = 100

/**
 * The last 24 hours of one device among ten million positions of a thousand devices: the API's answer, and its statement
 * alone. The figures include unpacking a packed answer, because the client shares the thread with the server. By the clock
 * they depend on what else the machine does; the time of the processor, of this process and of PostgreSQL, hardly does. Both
 * sides of a ratio are asked one after the other, and the median of the rounds' ratios is printed.
 */
export async function measureDay(database: Database, pool: Pool): Promise<void> {
  const clock = clockFrom()
  const now = clock.now()
  const from = new Date(now.getTime() - days * dayMs)
  await fill(database, from)
  const deviceId = await putTracker(database, now, { imei: '352000000000001', owner: 'u' })
  await sql`update positions set device_id = ${deviceId} where device_id = ${`device-${imeiOf(500)}`}`.execute(database)
  await sql`vacuum analyze positions`.execute(database)

  const positions = createPositionsStore(database)
  const service = createHistoryService({ positions, hiddenAreas: async () => [], clock })
  const app = await startTestApi(
    (api) => registerHistoryRoutes(api, service, noPlaceNames, { look: async () => true }),
    undefined,
    undefined,
    createDeviceOwnersStore(database, clock),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const start = new Date(now.getTime() - dayMs).toISOString()
  const url = `http://127.0.0.1:${portOf(address)}/api/tracking/history/${deviceId}?start=${start}&end=${now.toISOString()}`

  let points = 0
  const statement = async () => {
    const { rows } = await pool.query({
      text: `select recorded_at, latitude, longitude, accuracy, altitude, speed, course, flag from positions
       where device_id = $1 and recorded_at >= $2 and recorded_at <= $3 order by recorded_at`,
      values: [deviceId, start, now.toISOString()],
      // The driver by itself, without our faster reading of times.
      types: pg.types,
    })
    points = rows.length
  }
  const ways = [
    { name: 'sql', ask: statement },
    { name: 'plain', ask: () => answer(url, 'identity') },
    { name: 'columns', ask: () => answer(`${url}&format=columns`, 'identity') },
    { name: 'plain, gzip', ask: () => answer(url, 'gzip') },
    { name: 'columns, gzip', ask: () => answer(`${url}&format=columns`, 'gzip') },
  ].map((way) => ({ ...way, figures: new Array<Figures>() }))
  for (let round = 0; round < warmUps; round += 1) for (const { ask } of ways) await ask()
  const processorMs = await processorClock(database)
  for (let round = 0; round < rounds; round += 1) {
    for (const { ask, figures } of ways) figures.push(await figuresOf(ask, processorMs))
  }
  await app.close()
  const [statements = []] = ways.map(({ figures }) => figures)
  console.log(`24 hours of one device, ${points} of ${devices * rowsPerDevice} positions`)
  console.log(
    table(
      ['', 'median ms', 'of SQL', 'p95 ms', 'processor ms', 'of SQL'],
      ways.map(({ name, figures }) => {
        const of = (figure: keyof Figures) => median(figures.map((each) => each[figure])).toFixed(2)
        const ratio = (figure: keyof Figures) =>
          median(figures.map((each, round) => each[figure] / (statements[round]?.[figure] ?? NaN))).toFixed(2)
        const p95 = percentile(
          figures.map(({ ms }) => ms),
          0.95,
        )
        return [name, of('ms'), ratio('ms'), p95.toFixed(1), of('processorMs'), ratio('processorMs')]
      }),
    ),
  )
}

interface Figures {
  /** By the clock. */
  ms: number
  processorMs: number
}

async function figuresOf(work: () => Promise<unknown>, processorMs: () => number): Promise<Figures> {
  const [startedAt, before] = [performance.now(), processorMs()]
  await work()
  return { ms: performance.now() - startedAt, processorMs: processorMs() - before }
}

/** What this process and PostgreSQL's processes for its connections have taken of the processors. Linux says it. */
async function processorClock(database: Database): Promise<() => number> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where backend_type = 'client backend'`.execute(database)
  return () => {
    const { user, system } = process.cpuUsage()
    // https://docs.kernel.org/scheduler/sched-stats.html: the first number is the time on a processor in nanoseconds.
    const backendNs = rows.map(({ pid }) => Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'utf8'), 10))
    return (user + system) / 1e3 + backendNs.reduce((sum, ns) => sum + ns, 0) / 1e6
  }
}

async function fill(database: Database, from: Date): Promise<void> {
  await sql`truncate positions`.execute(database)
  const dates = Array.from({ length: days + 1 }, (_, day) => new Date(from.getTime() + day * dayMs))
  await database.transaction().execute((transaction) => prepareDays(transaction, dates, new Set()))
  const seconds = (days * dayMs) / 1000 / rowsPerDevice
  for (let first = 0; first < devices; first += 100) {
    await sql`
      insert into positions (device_id, recorded_at, received_at, latitude, longitude, accuracy, altitude, speed, course)
      select 'device-' || (351000000000000 + device), at, at, 49 + random(), 8 + random(), 5, 115, 50, 90
      from generate_series(${first}::integer, ${first + 99}::integer) as device,
        lateral (select ${from.toISOString()}::timestamptz + step * ${seconds}::float8 * interval '1 second' as at
          from generate_series(0, ${rowsPerDevice - 1}::integer) as step) as times`.execute(database)
  }
}

async function answer(url: string, encoding: 'identity' | 'gzip'): Promise<void> {
  const response = await fetch(url, { headers: { authorization: 'Bearer x', 'accept-encoding': encoding } })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  await response.arrayBuffer()
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
