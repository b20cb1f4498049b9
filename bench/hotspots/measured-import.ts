/*
 * `hotspots.bench.ts` starts this once for each import that it measures: a name to print, the table's file, and the address of
 * the database. It migrates the database, imports the table and prints what that took.
 */
import { statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Database, type DatabaseAddress } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { createFeedsStore } from '#server/features/feeds/feeds.store.ts'
import { createAccidentsStore } from '#server/features/hotspots/accidents.store.ts'
import { createHotspotsService } from '#server/features/hotspots/hotspots.service.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { randomId } from '#server/platform/ids.ts'
import { createPlaceFinder } from '#server/places/built-up-areas.ts'

const [name = '', table = '', address = ''] = process.argv.slice(2)
const addressShape = z.union([z.strictObject({ url: z.string() }), z.strictObject({ socketFolder: z.string() })])
console.log(await measure(name, table, addressShape.parse(JSON.parse(address))))

async function measure(name: string, table: string, address: DatabaseAddress): Promise<string> {
  const { database, close } = connect(address)
  await migrate(database)
  // As the product does when it starts: the first use of PostGIS takes the embedded database half a second.
  await sql`select 'point(0 0)'::geography <-> 'point(0 1)'::geography`.execute(database)
  const clock = clockFrom()
  const service = createHotspotsService({
    states: createFeedsStore(database),
    accidents: createAccidentsStore(database),
    pois: createPoisImport(database, randomId),
    placeFinder: createPlaceFinder,
    fetchTable: async () => ({ absent: true }),
    clock,
  })
  const memoryBefore = Math.round(process.memoryUsage.rss() / 1e6)
  const watch = watchOthers(database)
  const startedAt = performance.now()
  const usedBefore = process.cpuUsage()
  let readAt = startedAt
  const result = await service.importFiles([table], {
    onProgress: ({ step }) => {
      if (step === 'reading') readAt = performance.now()
    },
  })
  const endedAt = performance.now()
  const used = process.cpuUsage(usedBefore)
  const { longestWaitMs, waits, mostMemoryMb, longestLoopMs } = await watch.stop()
  await close()
  if (result.outcome === 'failed') throw new Error(result.reason)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return [
    `${name}: ${result.counts['read']} rows (${Math.round(statSync(table).size / 1e6)} MB), ${result.counts['kept']} with motorcycles, ${result.hotspots} hotspots`,
    `${seconds(endedAt - startedAt)} s: ${seconds(readAt - startedAt)} s read and written, ${seconds(endedAt - readAt)} s searched and shown; ${seconds((used.user + used.system) / 1000)} s of a processor`,
    `others waited at most ${Math.round(longestWaitMs)} ms for the database, ${waits}, and ${Math.round(longestLoopMs)} ms for the event loop; at most ${mostMemoryMb} MB of memory, ${memoryBefore} MB before it began`,
  ].join('\n  ')
}

/** Another client that sends the database a tiny query again and again. */
function watchOthers(database: Database) {
  const loop = monitorEventLoopDelay({ resolution: 5 })
  loop.enable()
  const waited: number[] = []
  let mostMemory = 0
  const stopped = new AbortController()
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      const askedAt = performance.now()
      await sql`select 1`.execute(database)
      waited.push(performance.now() - askedAt)
      mostMemory = Math.max(mostMemory, process.memoryUsage.rss())
      await sleep(5)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await watching
      loop.disable()
      const sorted = waited.toSorted((one, other) => one - other)
      const percentile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
      return {
        longestWaitMs: sorted.at(-1) ?? 0,
        waits: `p50/p95/p99 ${percentile(0.5)}/${percentile(0.95)}/${percentile(0.99)} ms`,
        mostMemoryMb: Math.round(mostMemory / 1e6),
        longestLoopMs: loop.max / 1e6,
      }
    },
  }
}
