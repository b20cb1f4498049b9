/*
 * What hotspots foretell of a year that they do not know, beside the rule before and simpler ones, and whether as many come as
 * they expect: it fails where not, and where it would not see it. `-- hotspots --short` prints that alone.
 *
 * Then how long it takes to import tables of the Unfallatlas and to find the hotspots in them, how long others have to wait
 * meanwhile, and how much memory it takes: with 350,000 rows on both databases, and with the five years of a whole country,
 * 1.1 million rows, on PostgreSQL. The tables are copies of the real ones of Berlin, laid beside each other over Germany.
 */
import { fork } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DatabaseAddress } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { fieldsOf } from '#server/feeds/unfallatlas-columns.ts'
import { printCalibration } from './hotspots/calibration.ts'
import { printHitRates } from './hotspots/hit-rates.ts'
import { leftOutCases } from './hotspots/left-out-cases.ts'
import { accidentsOf, realTables } from './hotspots/town-accidents.ts'

const measuredImport = fileURLToPath(new URL('./hotspots/measured-import.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-hotspots-bench-'))

/** How the copies of Berlin lie: each half a degree high and 0.8 wide, from the south-west of Germany on. */
const copies = { south: 47.6, west: 6.6, high: 0.5, wide: 0.8, inARow: 9 }

if (realTables.length > 1) {
  await judge()
  const isShort = process.argv.includes('--short')
  if (!isShort) await measureImports().finally(() => rmSync(folder, { recursive: true }))
} else console.log('not measured: there are no tables of Berlin')

async function judge(): Promise<void> {
  const berlin = await accidentsOf('Berlin')
  const cases = [...leftOutCases('Berlin', berlin), ...leftOutCases('Regensburg', await accidentsOf('Regensburg'))]
  const misses = [...printHitRates(cases, berlin), ...printCalibration(cases)]
  for (const miss of misses) console.log(`missed: ${miss}`)
  if (misses.length > 0) process.exitCode = 1
}

async function measureImports(): Promise<void> {
  const towns = await writeTable('towns.csv', 350_000)
  const country = await writeTable('country.csv', 1_100_000)

  const dataDir = join(folder, 'embedded')
  await fillWithMigratedDatabase(dataDir)
  const embedded = await openEmbedded(dataDir, 'server')
  await measureImport('embedded database', towns, { socketFolder: embedded.socketFolder })
  await embedded.close()

  const postgres = await startPostgres()
  if ('missing' in postgres) return console.log(`PostgreSQL: not measured (${postgres.missing})`)
  await measureImport('PostgreSQL (no fsync)', towns, { url: postgres.url })
  await measureImport('PostgreSQL (no fsync)', country, { url: postgres.url })
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

/** In a process of its own, as an operator's command: what was measured before holds no memory in it. Prints the figures. */
async function measureImport(name: string, table: string, address: DatabaseAddress): Promise<void> {
  const child = fork(measuredImport, [name, table, JSON.stringify(address)])
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the import ended with ${String(code)}`)
}
