/*
 * POIs on the map, for 1,000 and 1,000,000 of them. Building the index and making a tile (encoded, uncached), in comparison
 * with plain supercluster with the same radius and the same kind of encoding, and with PostGIS. The list of all, in
 * comparison with a static file of the same bytes. How soon a user's report is seen. Tiles and pages over HTTP, with many
 * requests at once, in comparison with a bare Fastify that sends the same bytes. Everything in one run: compare the ratios.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { table } from './pois/figures.ts'
import { type ListFigures, listFigures, measureList } from './pois/list.ts'
import { type HttpFigures, httpFigures, measureOverHttp } from './pois/over-http.ts'
import { measureOnPostgres, type OnPostgres } from './pois/on-postgres.ts'
import { samplePois } from './pois/sample-pois.ts'
import { buildOurs, buildSupercluster, measureTiles, type TileTimes } from './pois/tiles.ts'

const sizes = [1_000, 1_000_000]
const [task, argument = '', count = ''] = process.argv.slice(2)
const thisFile = fileURLToPath(import.meta.url)

// Each size, and the list of all, has a process of its own, so that none is charged for another's memory.
if (task === undefined) {
  for (const size of sizes) spawnSync(process.execPath, [thisFile, 'size', String(size)], { stdio: 'inherit' })
} else if (task === 'size') await measure(Number(argument))
else if (task === 'list') console.log(JSON.stringify(await measureList(argument)))
else console.log(JSON.stringify(await measureOverHttp(argument, Number(count))))

function apart(...args: string[]): unknown {
  const { stdout } = spawnSync(process.execPath, [thisFile, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(stdout.toString())
}

async function measure(count: number): Promise<void> {
  console.log(`\n${count.toLocaleString('en')} POIs`)
  const pois = samplePois(count)
  const onPostgres = await measureOnPostgres(pois, {
    list: (url) => listFigures.parse(apart('list', url)),
    overHttp: (url) => httpFigures.parse(apart('http', url, String(count))),
  })
  const ours = await buildOurs(pois)
  const theirs = buildSupercluster(pois)
  console.log(
    table(
      ['index', 'build ms', 'bytes/POI'],
      [
        ['ours', ours.buildMs.toFixed(0), ours.bytesPerPoi.toFixed(0)],
        ['supercluster', theirs.buildMs.toFixed(0), theirs.bytesPerPoi.toFixed(0)],
        ['ratio', (ours.buildMs / theirs.buildMs).toFixed(2), (ours.bytesPerPoi / theirs.bytesPerPoi).toFixed(2)],
      ],
    ),
  )
  const tiles = measureTiles(pois, ours, theirs)
  console.log(
    typeof onPostgres === 'string'
      ? `PostgreSQL: not measured (${onPostgres})`
      : [listLine(onPostgres.list), httpTable(onPostgres.overHttp)].join('\n'),
  )
  console.log(tileTable(tiles, typeof onPostgres === 'string' ? null : onPostgres))
}

function tileTable(tiles: readonly TileTimes[], onPostgres: OnPostgres | null): string {
  return table(
    ['zoom', 'bytes', 'ours p50', 'p99 ms', 'supercluster p50', 'p99 ms', 'ratio p50', 'p99', 'ST_AsMVT p50 ms'],
    tiles.map(({ zoom, bytes, ours, theirs }) => [
      zoom,
      bytes,
      ours.p50.toFixed(3),
      ours.p99.toFixed(3),
      theirs.p50.toFixed(3),
      theirs.p99.toFixed(3),
      (ours.p50 / theirs.p50).toFixed(2),
      (ours.p99 / theirs.p99).toFixed(2),
      onPostgres?.tileMs.get(zoom)?.toFixed(1) ?? '-',
    ]),
  )
}

/** How long answers take with many requests at once, and the server's processor time for each. */
function httpTable({ tiles, slowestPageMs, pageTurnMs }: HttpFigures): string {
  const ms = (value: number) => value.toFixed(1)
  const rows = tiles.map(({ zoom, bytes, first, again, bare }) => [
    zoom,
    bytes,
    ms(first.p99),
    ms(again.p50),
    ms(again.p99),
    ms(bare.p50),
    ms(bare.p99),
    (again.p99 / bare.p99).toFixed(1),
    (bare.cpuMicros / again.cpuMicros).toFixed(2),
  ])
  const head = ['tile', 'bytes', 'first p99', 'again p50', 'p99 ms', 'bare p50', 'p99 ms', 'ratio p99', 'CPU of bare']
  return [
    table(head, rows),
    `pages of the whole world: slowest ${ms(slowestPageMs)} ms, longest turn of the event loop ${ms(pageTurnMs)} ms`,
  ].join('\n')
}

function listLine({
  publishMs,
  heldMs,
  reportMs,
  listMs,
  fileMs,
  brotliBytes,
  jsonBytes,
  grownBytes,
}: ListFigures): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  return [
    `list of all: ${listMs.toFixed(1)} ms, static file ${fileMs.toFixed(1)} ms (ratio ${(listMs / fileMs).toFixed(2)}), ` +
      `${megabytes(brotliBytes)} brotli of ${megabytes(jsonBytes)} JSON`,
    `published in ${(publishMs / 1000).toFixed(1)} s, longest turn of the event loop ${heldMs.toFixed(0)} ms, ` +
      `process grown by ${megabytes(grownBytes)}`,
    `a user's report is seen after ${reportMs.toFixed(0)} ms (the longest of five; goal: 2,000)`,
  ].join('\n')
}
