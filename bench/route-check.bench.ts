/*
 * The check of routes that cost the most: many pieces far from each other, and lines that go to and fro. How long the process
 * is held at a time, by its event loop (`monitorEventLoopDelay`, as its metrics tell) and in processor time, and how much
 * processor time and time the check takes in all; as shares of what a check may take. The client and the database are
 * processes of their own, and the client's start is in none of the times. `-- route-check --short` for a quick look.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod'
import { routeCheck } from '#contract/route-check/route-check.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { createHiddenPoisStore } from '#server/features/hidden-pois/hidden-pois.store.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { registerRouteCheckRoutes } from '#server/features/route-check/route-check.routes.ts'
import { createRouteCheckService } from '#server/features/route-check/route-check.service.ts'
import { createRouteCheckStore } from '#server/features/route-check/route-check.store.ts'
import { createRouteThreads } from '#server/features/route-check/route-threads.ts'
import { createWeatherStore } from '#server/features/weather/weather.store.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { storePois } from './pois/on-postgres.ts'
import { samplePois } from './pois/sample-pois.ts'
import { median, watchTurns } from './pois/figures.ts'
import { type CostlyRoute, costlyRoutes, routeNamed } from './route-check/costly-routes.ts'
import { storeClosures, storeWarnings } from './route-check/surroundings.ts'

const mostHeldMs = 50
const mostMs = 1_000
const isShort = process.argv.includes('--short')
const runs = isShort ? 1 : 5
const answered = z.object({ ms: z.number(), status: z.number(), items: z.number(), closures: z.number() })

const [url, name = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (url === undefined) await measure()
else console.log(JSON.stringify(await ask(url, routeNamed(name))))

async function measure(): Promise<void> {
  const { database, close } = await openDatabase()
  await storePois(database, samplePois(100_000), 'bench')
  await storeClosures(database)
  await storeWarnings(database)
  const clock = clockFrom()
  const threads = createRouteThreads()
  const service = createRouteCheckService({
    store: createRouteCheckStore(database, 'real'),
    pois: createPoisStore(database, 'real'),
    weather: createWeatherStore(database, 'real'),
    hidden: createHiddenPoisStore(database),
    reports: { marked: async (pois) => [...pois] },
    sources: async () => [],
    threads,
    clock,
  })
  const app = await startTestApi((api) =>
    registerRouteCheckRoutes(api, { real: service, demo: service }, null, noPlaceNames),
  )
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  for (const { name } of costlyRoutes) await print(origin, name)
  await app.close()
  await threads.close()
  await close()
}

/** PostgreSQL, as most operators have it; where there is none, the embedded one, whose answers take many times as long. */
async function openDatabase(): Promise<{ database: Database; close(): Promise<void> }> {
  const postgres = await startPostgres()
  if (!('missing' in postgres)) {
    console.log('PostgreSQL')
    const { database, close } = connect({ url: postgres.url })
    await migrate(database)
    return { database, close: () => close().then(() => postgres.stop()) }
  }
  console.log(`the embedded database (${postgres.missing})`)
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  await fillWithMigratedDatabase(folder)
  const embedded = await openEmbedded(folder, 'server')
  const { database, close } = connect({ socketFolder: embedded.socketFolder })
  return {
    database,
    async close() {
      await close()
      await embedded.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The medians of some runs, after one that nobody counts: the first one compiles. */
async function print(origin: string, name: string): Promise<void> {
  const measured: Measured[] = []
  for (let run = 0; run <= runs; run += 1) measured.push(await measureOnce(origin, name))
  const counted = measured.slice(1)
  const share = (key: 'ms' | 'loopMs' | 'turnMs' | 'cpuMs', most: number) => {
    const value = median(counted.map((each) => each[key]))
    return `${value.toFixed(0)} ms (${(value / most).toFixed(2)} of ${most.toLocaleString('en')})`
  }
  const { status, items, closures } = counted[0] ?? { status: 0, items: 0, closures: 0 }
  console.log(
    `${name}, ${status}, ${items} items, ${closures} closures: event loop held ${share('loopMs', mostHeldMs)}, ` +
      `longest turn ${share('turnMs', mostHeldMs)} of processor time, in all ${share('cpuMs', mostMs)} of processor time, ` +
      `${share('ms', mostMs)} until the answer`,
  )
}

interface Measured extends z.output<typeof answered> {
  loopMs: number
  turnMs: number
  /** Of all threads. */
  cpuMs: number
}

async function measureOnce(origin: string, name: string): Promise<Measured> {
  const loop = monitorEventLoopDelay({ resolution: 1 })
  const turns = watchTurns()
  loop.enable()
  const before = process.cpuUsage()
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), origin, name])
  const { user, system } = process.cpuUsage(before)
  loop.disable()
  const answer = answered.parse(JSON.parse(stdout))
  return { ...answer, loopMs: loop.max / 1e6, turnMs: turns.longestMs(), cpuMs: (user + system) / 1000 }
}

async function ask(origin: string, { pieces, corridorMetres }: CostlyRoute): Promise<z.output<typeof answered>> {
  const body = JSON.stringify({ pieces, corridorMetres })
  const startedAt = performance.now()
  const response = await fetch(`${origin}${routeCheck.check.path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body,
  })
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (response.status !== 200) return { ms, status: response.status, items: 0, closures: 0 }
  const { data } = z
    .object({ data: z.object({ items: z.array(z.unknown()), closures: z.array(z.unknown()) }) })
    .parse(JSON.parse(text))
  return { ms, status: 200, items: data.items.length, closures: data.closures.length }
}
