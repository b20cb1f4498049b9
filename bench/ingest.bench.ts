/*
 * How many OsmAnd reports per second the product stores: real requests over keep-alive connections to the real port, each
 * answered after its commit. For comparison, a bare node:http server that answers 200 and does nothing, with the same client
 * in the same run. Compare the ratios: absolute figures depend on the machine.
 * And how fast a backlog of OwnTracks messages is taken in from an MQTT broker, beside those reports.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect as connectSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { pino } from 'pino'
import * as z from 'zod'
import { takeInBacklog } from '#bench/ingest/backlog.ts'
import { testOutcomes } from '#server/protocols/testing/reception-log.ts'
import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { daySeconds } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Database, type DatabaseAddress } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { withTimeLimit } from '#server/db/connection/time-limit.ts'
import { createReceptionService } from '#server/features/reception/reception.service.ts'
import { createReceptionStore } from '#server/features/reception/reception.store.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { listenHttp } from '#server/protocols/listen.ts'
import { osmand } from '#server/protocols/osmand/osmand.ts'

const connections = [1, 64]
const reportsPerConnection = { 1: 2_000, 64: 400 } as const
const trackers = 200
const backlogMessages = 10_000
/** What Mosquitto sends before it waits for acknowledgements, as it comes and as the guide wants it. */
const inFlight = [20, 500]

const load = z.object({ port: z.number(), connections: z.number(), reports: z.number(), firstSecond: z.number() })
type Load = z.output<typeof load>
const result = z.object({ perSecond: z.number(), p50: z.number(), p95: z.number(), p99: z.number() })
type Result = z.output<typeof result>

if (isMainThread) await measure()
// This is a port between threads, not between windows, so there is no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
else parentPort?.postMessage(await drive(load.parse(workerData)))

async function measure(): Promise<void> {
  const bare = await measureBare()
  console.log(line('bare node:http', bare))

  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  await fillWithMigratedDatabase(folder)
  const embedded = await openEmbedded(folder, 'server')
  console.log(line('embedded database', await measureProduct({ socketFolder: embedded.socketFolder }), bare))
  await embedded.close()
  rmSync(folder, { recursive: true })

  const postgres = await startPostgres()
  if ('missing' in postgres) return console.log(`PostgreSQL: not measured (${postgres.missing})`)
  console.log(line('PostgreSQL (no fsync)', await measureProduct({ url: postgres.url }), bare))
  await postgres.stop()
}

async function measureBare(): Promise<Result[]> {
  const server = createServer((_request, response) => response.writeHead(200, { 'content-length': 0 }).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const results = await runAll(address !== null && typeof address === 'object' ? address.port : 0)
  server.closeAllConnections()
  server.close()
  return results
}

async function measureProduct(address: DatabaseAddress): Promise<Result[]> {
  const connection = connect(address)
  const { database, close } = connection
  await migrate(database)
  const clock = clockFrom()
  for (let number = 0; number < trackers; number += 1) await putTracker(database, clock.now(), { imei: imeiOf(number) })
  const log = pino({ level: 'silent' })
  const { receive: deliver, isKnown } = createReceptionService({
    store: createReceptionStore(withTimeLimit(connection, gatewayServerLimits.batchTimeoutMs), null),
    log,
  })
  const listener = await listenHttp({
    protocol: osmand,
    host: '127.0.0.1',
    port: 0,
    deliver,
    isKnown,
    clock,
    log,
    outcomes: testOutcomes(),
  })
  const results = await runAll(listener.port)
  await listener.close()
  await measureBacklogs(results, { deliver, clock, log, outcomes: testOutcomes() })
  await expectAllStored(database)
  await close()
  return results
}

async function measureBacklogs(
  overHttp: readonly Result[],
  options: Parameters<typeof takeInBacklog>[1],
): Promise<void> {
  const identities = Array.from({ length: trackers }, (_, number) => imeiOf(number))
  const fastest = Math.max(...overHttp.map(({ perSecond }) => perSecond))
  let firstSecond = Math.floor(options.clock.now().getTime() / 1000) - 4 * daySeconds
  for (const count of inFlight) {
    const given = { identities, firstSecond, messages: backlogMessages, inFlight: count }
    const { perSecond } = await takeInBacklog(given, options)
    const ratio = (perSecond / fastest).toFixed(2)
    console.log(
      `MQTT, ${count} in flight: ${Math.round(perSecond)} messages/s (${ratio} of the reports over HTTP below)`,
    )
    firstSecond += backlogMessages
  }
}

/** Figures would be worthless if reports were lost. */
async function expectAllStored(database: Database): Promise<void> {
  const sent = connections.reduce((sum, count) => sum + count * reportsOf(count), inFlight.length * backlogMessages)
  const { rows } = await sql<{ count: string }>`select count(*) from positions`.execute(database)
  if (Number(rows[0]?.count) !== sent) throw new Error(`sent ${sent}, stored ${rows[0]?.count}`)
}

async function runAll(port: number): Promise<Result[]> {
  const results: Result[] = []
  let firstSecond = Math.floor(clockFrom().now().getTime() / 1000) - 5 * daySeconds
  for (const count of connections) {
    const workerData: Load = { port, connections: count, reports: reportsOf(count), firstSecond }
    const [message]: unknown[] = await once(new Worker(new URL(import.meta.url), { workerData }), 'message')
    results.push(result.parse(message))
    firstSecond += count * reportsOf(count)
  }
  return results
}

function reportsOf(count: number): number {
  return count === 1 ? reportsPerConnection[1] : reportsPerConnection[64]
}

function imeiOf(number: number): string {
  return String(351_000_000_000_000 + number)
}

/** Runs in a thread of its own: each connection sends its next report when the last one is answered. */
async function drive({ port, connections: count, reports, firstSecond }: Load): Promise<Result> {
  const latencies: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: count }, async (_, connection) => {
      const socket = connectSocket(port, '127.0.0.1').setNoDelay(true)
      await once(socket, 'connect')
      for (let number = 0; number < reports; number += 1) {
        const sentAt = performance.now()
        socket.write(request(firstSecond + connection * reports + number))
        const [answer]: unknown[] = await once(socket, 'data')
        if (!String(answer).startsWith('HTTP/1.1 200')) throw new Error(String(answer).slice(0, 20))
        latencies.push(performance.now() - sentAt)
      }
      socket.destroy()
    }),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = latencies.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }
}

/** Each second is reported once, so that nothing is a duplicate. */
function request(second: number): string {
  const place = `lat=${49 + (second % 1000) / 10_000}&lon=8.4037&speed=20&bearing=90&altitude=115&accuracy=5`
  return `POST /?id=${imeiOf(second % trackers)}&timestamp=${second}&${place} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n`
}

function line(name: string, results: readonly Result[], bare?: readonly Result[]): string {
  const parts = results.map(({ perSecond, p50, p95, p99 }, index) => {
    const ratio = bare?.[index] === undefined ? '' : ` (${(perSecond / bare[index].perSecond).toFixed(2)} of bare)`
    const ms = [p50, p95, p99].map((value) => value.toFixed(1)).join('/')
    return `${connections[index]} connections: ${Math.round(perSecond)} reports/s${ratio}, p50/p95/p99 ${ms} ms`
  })
  return [name, ...parts].join('\n  ')
}
