/*
 * How soon others see what a user reports: the whole product, one who reports and one who has the map open, who hears of it by
 * a live event and then asks for the tile. With 1,000 POIs on the map and with 1,000,000, of which each report changes the
 * same: one row beside them. Compare the ratios: the clock depends on what else the machine does.
 * `-- poi-reports --short` makes fewer reports.
 */
import { spawnSync } from 'node:child_process'
import { type IncomingMessage, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { poiReports } from '#contract/poi-reports/poi-reports.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { connect } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { send } from '#server/testing/client.ts'
import { becomeCustomer, type Person } from '#server/testing/people.ts'
import { startTestProduct, type TestProduct } from '#server/testing/test-product.ts'
import { decodeTile } from '#server/tiles/testing/tiles.ts'
import { worldX, worldY } from '#server/tiles/z-order.ts'
import { percentile, table } from './pois/figures.ts'
import { storePois } from './pois/on-postgres.ts'
import { samplePois } from './pois/sample-pois.ts'

const sizes = [1_000, 1_000_000]
const goalMs = 2_000
const [task, argument = ''] = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const isShort = process.argv.includes('--short')
const turns = isShort ? 5 : 20
/** A tile of this zoom shows every POI by itself. */
const zoom = 14
const patienceMs = 60_000

const figures = z.object({
  /** Milliseconds from the report until it was answered, announced to the other, and in the other's tile. */
  answered: z.array(z.number()),
  announced: z.array(z.number()),
  seen: z.array(z.number()),
  /** Of all threads of the product, for one report. */
  processorMs: z.number(),
})
type Figures = z.output<typeof figures>

// Each size has a process of its own, so that none is charged for another's memory.
if (task === 'size') console.log(JSON.stringify(await measure(Number(argument))))
else print(sizes.map((size) => figures.parse(JSON.parse(apart(size)))))

function apart(size: number): string {
  const options = isShort ? ['--short'] : []
  const words = [fileURLToPath(import.meta.url), 'size', String(size), ...options]
  const { stdout } = spawnSync(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  return stdout.toString()
}

function print(measured: readonly Figures[]): void {
  const rows = measured.map(({ answered, announced, seen, processorMs }, index) => [
    (sizes[index] ?? 0).toLocaleString('en'),
    ...[answered, announced, seen].map((times) => percentile(times, 0.5).toFixed(0)),
    Math.max(...seen).toFixed(0),
    processorMs.toFixed(0),
  ])
  console.log(table(['POIs', 'answered p50 ms', 'announced p50', 'seen p50', 'seen longest', 'processor ms'], rows))
  const [few, many] = measured
  if (few === undefined || many === undefined) return
  const ratio = percentile(many.seen, 0.5) / percentile(few.seen, 0.5)
  const isReached = Math.max(...many.seen) <= goalMs
  console.log(`ratio of seen p50 ${ratio.toFixed(2)}; goal of ${goalMs} ms ${isReached ? 'reached' : 'missed'}`)
}

async function measure(size: number): Promise<Figures> {
  const postgres = await startPostgres()
  if ('missing' in postgres) throw new Error(postgres.missing)
  try {
    const connection = connect({ url: postgres.url })
    await migrate(connection.database)
    await storePois(connection.database, samplePois(size), 'bench')
    await connection.close()
    const product = await startTestProduct({ DATABASE_URL: postgres.url })
    try {
      return await reportAndSee(product)
    } finally {
      await product.close()
    }
  } finally {
    await postgres.stop()
  }
}

async function reportAndSee(product: TestProduct): Promise<Figures> {
  const reporter = await becomeCustomer(product)
  const reader = await becomeCustomer(product)
  await untilShown(product, reader)
  const stream = await listen(product, reader)
  const measured: Figures = { answered: [], announced: [], seen: [], processorMs: 0 }
  const before = process.cpuUsage()
  for (let turn = 0; turn < turns; turn += 1) {
    const place = { latitude: 44 + turn / 10, longitude: -3 }
    const body = { poiType: 'Obstacle', ...place, consentVersion: currentVersion('reports') }
    const startedAt = performance.now()
    const heard = stream.next()
    const { body: answer } = await send(product.url, 'POST', poiReports.report.path, { token: reporter.token, body })
    measured.answered.push(performance.now() - startedAt)
    const { id } = z.object({ data: poiReports.report.reply }).parse(answer).data.poi
    await heard
    measured.announced.push(performance.now() - startedAt)
    while (!(await idsIn(product, reader, place)).includes(id)) {
      if (performance.now() - startedAt > patienceMs) throw new Error('a report was not shown')
      await stream.next()
    }
    measured.seen.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(before)
  stream.close()
  return { ...measured, processorMs: (user + system) / 1000 / turns }
}

async function idsIn({ url }: TestProduct, { token }: Person, place: { latitude: number; longitude: number }) {
  const side = 2 ** (32 - zoom)
  const [column, row] = [Math.floor(worldX(place.longitude) / side), Math.floor(worldY(place.latitude) / side)]
  const response = await fetch(`${url}/api/poi/tiles/${zoom}/${column}/${row}.mvt`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return response.status === 200
    ? decodeTile(bytes, zoom, column, row).map(({ properties }) => String(properties['id']))
    : []
}

/** A large world takes longer than a request is made to wait. */
async function untilShown({ url }: TestProduct, { token }: Person): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if ((await send(url, 'GET', '/api/poi/overview', { token })).status === 200) return
  }
  throw new Error('nothing was published')
}

/** The live events of a person: `next` waits until the map shows another state. */
async function listen({ url }: TestProduct, { token }: Person) {
  const asking = request(`${url}/api/events`, { agent: false, headers: { authorization: `Bearer ${token}` } }).end()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject)
  })
  let waiting: (() => void)[] = []
  response.setEncoding('utf8').on('data', (piece: string) => {
    if (!piece.includes('"pois"')) return
    for (const wake of waiting) wake()
    waiting = []
  })
  return {
    next: () => new Promise<void>((resolve) => waiting.push(resolve)),
    close: () => void response.destroy(),
  }
}
