/*
 * What hotspots foretell of a year that they do not know, beside the rule before and simpler ones. `-- hotspots --short`
 * prints that alone.
 *
 * Then how long it takes to import tables of the Unfallatlas and to find the hotspots in them, how long others have to wait
 * meanwhile, and how much memory it takes: with 350,000 rows on both databases, and with the five years of a whole country,
 * 1.1 million rows, on PostgreSQL. The tables are copies of the real ones of Berlin, laid beside each other over Germany.
 */
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { clockFrom } from '#server/clock.ts'
import { connect, type Database, type DatabaseAddress } from '#server/db/database.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { createFeedsStore } from '#server/features/feeds/feeds.store.ts'
import { createAccidentsStore } from '#server/features/hotspots/accidents.store.ts'
import { createHotspotsService } from '#server/features/hotspots/hotspots.service.ts'
import { createPoisImport } from '#server/features/pois/pois-import.store.ts'
import { fieldsOf } from '#server/feeds/unfallatlas-columns.ts'
import { randomId } from '#server/ids.ts'
import { createPlaceFinder } from '#server/places/built-up-areas.ts'
import { printHitRates } from './hotspots/hit-rates.ts'
import { realTables } from './hotspots/town-accidents.ts'

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-hotspots-bench-'))

/** How the copies of Berlin lie: each half a degree high and 0.8 wide, from the south-west of Germany on. */
const copies = { south: 47.6, west: 6.6, high: 0.5, wide: 0.8, inARow: 9 }

if (realTables.every((table) => existsSync(table))) {
  await printHitRates()
  const isShort = process.argv.includes('--short')
  if (!isShort) await measureImports().finally(() => rmSync(folder, { recursive: true }))
} else console.log(`not measured: there is no ${realTables[0]}`)

async function measureImports(): Promise<void> {
  const towns = await writeTable('towns.csv', 350_000)
  const country = await writeTable('country.csv', 1_100_000)

  const dataDir = join(folder, 'embedded')
  await fillWithMigratedDatabase(dataDir)
  const embedded = await openEmbedded(dataDir, 'server')
  console.log(await measureImport('embedded database', towns, { socketFolder: embedded.socketFolder }))
  await embedded.close()

  const postgres = await startPostgres()
  if ('missing' in postgres) return console.log(`PostgreSQL: not measured (${postgres.missing})`)
  console.log(await measureImport('PostgreSQL (no fsync)', towns, { url: postgres.url }))
  console.log(await measureImport('PostgreSQL (no fsync)', country, { url: postgres.url }))
  await postgres.stop()
}

/** Writes a table with this many rows and the newest columns, of 2021 to 2025. */
async function writeTable(name: string, rows: number): Promise<string> {
  const path = join(folder, name)
  const stream = createWriteStream(path)
  stream.write(
    'OID_;UIDENTSTLAE;ULAND;UREGBEZ;UKREIS;UGEMEINDE;UJAHR;UMONAT;USTUNDE;UWOCHENTAG;UKATEGORIE;UART;UTYP1;ULICHTVERH;IstRad;IstPKW;IstFuss;IstKrad;IstGkfz;IstSonstige;LINREFX;LINREFY;XGCSWGS84;YGCSWGS84;IstStrassenzustand;PLST\r\n',
  )
  const originals = realTables.flatMap((table) => rowsOf(table))
  for (let number = 0; number < rows; number += 1) {
    const original = originals[number % originals.length]
    if (original === undefined) throw new Error('no rows')
    if (!stream.write(shifted(original, number, Math.floor(number / originals.length)))) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'close')
  return path
}

type Original = Record<string, string>

function rowsOf(table: string): Original[] {
  const [header = '', ...lines] = readFileSync(table, 'latin1').trim().split('\r\n')
  const names = fieldsOf(header).map((name) => (/^u?strzustand$/i.test(name) ? 'surface' : name))
  return lines.map((line) => Object.fromEntries(fieldsOf(line).map((field, index) => [names[index] ?? '', field])))
}

function shifted(original: Original, number: number, copy: number): string {
  const degrees = (name: string) => Number(original[name]?.replace(',', '.'))
  const north = degrees('YGCSWGS84') - 52.3 + copies.south + copies.high * Math.floor(copy / copies.inARow)
  const east = degrees('XGCSWGS84') - 13.05 + copies.west + copies.wide * (copy % copies.inARow)
  const comma = (value: number) => value.toFixed(9).replace('.', ',')
  const codes = ['UKATEGORIE', 'UART', 'UTYP1', 'ULICHTVERH', 'IstRad', 'IstPKW', 'IstFuss', 'IstKrad', 'IstGkfz']
  const place = `606982,390000000;5954659,920000000;${comma(east)};${comma(north)}`
  const when = `${2021 + (number % 5)};${original['UMONAT']};${original['USTUNDE']};${original['UWOCHENTAG']}`
  const what = codes.map((code) => original[code]).join(';')
  return `${number};01${number};${1 + (copy % 16)};0;53;120;${when};${what};0;${place};${original['surface']};1\r\n`
}

async function measureImport(name: string, table: string, address: DatabaseAddress): Promise<string> {
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
