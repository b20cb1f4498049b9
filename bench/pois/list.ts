import { createReadStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { pino } from 'pino'
import * as z from 'zod'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { watchPoiChanges } from '#server/features/pois/poi-changes.store.ts'
import { createPoiPublication } from '#server/features/pois/poi-publication.ts'
import { createPoiReportsStore, type PoiReportsStore } from '#server/features/poi-reports/poi-reports.store.ts'
import { registerPoisRoutes } from '#server/features/pois/pois.routes.ts'
import { createPoisService } from '#server/features/pois/pois.service.ts'
import { createPoisStore } from '#server/features/pois/pois.store.ts'
import { reportedPois } from '#server/features/pois/reported-pois.ts'
import { randomId } from '#server/platform/ids.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { worldX, worldY } from '#server/tiles/z-order.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'
import { median, watchTurns } from './figures.ts'

const listsPerSide = 15

export const listFigures = z.object({
  /** From the check of the database until the list is shown. */
  publishMs: z.number(),
  /** The longest turn of the event loop meanwhile, in processor time, because waiting for other programs must not count. */
  heldMs: z.number(),
  /** One answer of all POIs, brotli, median milliseconds; and a static file of the same bytes. */
  listMs: z.number(),
  fileMs: z.number(),
  brotliBytes: z.number(),
  jsonBytes: z.number(),
  /** How much the process has grown, from publishing to its answers: list, index, tiles, and garbage not yet collected. */
  grownBytes: z.number(),
  /** From a user's report until it is in the tile that everybody can request. */
  reportMs: z.number(),
})
export type ListFigures = z.output<typeof listFigures>

/** Publishes the POIs of a database as the product does, in a process that has nothing else, and asks for all of them. */
export async function measureList(url: string): Promise<ListFigures> {
  const connection = connect({ url })
  try {
    return await publishAndAsk(connection)
  } finally {
    await connection.close()
  }
}

async function publishAndAsk(connection: Connection): Promise<ListFigures> {
  const { database } = connection
  const clock = clockFrom()
  const pois = createPoisStore(database, 'real')
  const publication = createPoiPublication({ store: pois, clock, log: pino({ level: 'silent' }) })
  const service = createPoisService({ store: pois, publication, clock, sources: async () => [] })
  const app = await startTestApi((api) =>
    registerPoisRoutes(
      api,
      { real: service, demo: service },
      { marked: async (found) => [...found], namesOf: noPlaceNames.namesOf, hiddenBy: async () => new Set() },
    ),
  )
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })

  const rssBefore = process.memoryUsage.rss()
  const turns = watchTurns()
  const startedAt = performance.now()
  publication.look()
  await untilShown(publication.shown)
  const publishMs = performance.now() - startedAt
  const heldMs = turns.longestMs()

  const bytes = await bytesOf(`${origin}/api/poi/all`, 'br')
  const json = await countBytes(`${origin}/api/poi/all`, 'identity')
  const file = await serveFile(bytes)
  const times = { list: [] as number[], file: [] as number[] }
  for (let turn = 0; turn < listsPerSide; turn += 1) {
    times.list.push(await answerMs(`${origin}/api/poi/all`))
    times.file.push(await answerMs(file.url))
  }
  const grownBytes = process.memoryUsage.rss() - rssBefore
  await addReporter(database)
  const changes = watchPoiChanges(connection, publication.look)
  let reportMs: number
  try {
    reportMs = await reportUntilShown(createPoiReportsStore(database, randomId, reportedPois), origin)
  } finally {
    // It holds a client of the pool, which could not be closed otherwise.
    await changes.stop()
  }
  file.close()
  await app.close()
  await publication.close()
  return {
    publishMs,
    heldMs,
    listMs: median(times.list),
    fileMs: median(times.file),
    brotliBytes: bytes.length,
    jsonBytes: json,
    grownBytes,
    reportMs,
  }
}

const reportsToTime = 5
const reportPatienceMs = 60_000
const reporter = 'somebody'
/** A tile of zoom 14, where every POI stands alone. */
const reportZoom = 14

/** The longest time of some reports, far from each other and from all other POIs. */
async function reportUntilShown(reports: PoiReportsStore, origin: string): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < reportsToTime; turn += 1) {
    const place = { latitude: 44 + turn / 10, longitude: -3 }
    const side = 2 ** (32 - reportZoom)
    const [column, row] = [Math.floor(worldX(place.longitude) / side), Math.floor(worldY(place.latitude) / side)]
    const tile = `${origin}/api/poi/tiles/${reportZoom}/${column}/${row}.mvt`
    const startedAt = performance.now()
    const report = { poiType: 'Obstacle', ...place, consentVersion: currentVersion('reports') } as const
    await reports.report(reporter, report, new Date())
    while ((await countBytes(tile, 'identity')) === 0) {
      if (performance.now() - startedAt > reportPatienceMs) throw new Error('a report was not shown')
      await othersTurn()
    }
    times.push(performance.now() - startedAt)
  }
  return Math.max(...times)
}

async function addReporter(database: Database): Promise<void> {
  const user = {
    id: reporter,
    email: 'somebody@example.org',
    password_hash: 'none',
    created_at: new Date(),
    demo: false,
  }
  await database
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A large world takes longer than a request is made to wait. */
async function untilShown(shown: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 600_000 / poisLimits.firstPublicationMs; attempt += 1) {
    try {
      return void (await shown())
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'Problem') throw error
    }
  }
  throw new Error('nothing was published')
}

async function serveFile(bytes: Buffer): Promise<{ url: string; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  const path = join(folder, 'all.json.br')
  writeFileSync(path, bytes)
  const server = createServer((_request, response) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'br' }
    response.writeHead(200, { ...headers, 'content-length': statSync(path).size })
    createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

async function answerMs(url: string): Promise<number> {
  const startedAt = performance.now()
  await countBytes(url, 'br')
  return performance.now() - startedAt
}

async function bytesOf(url: string, encoding: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  await receive(url, encoding, (piece) => pieces.push(piece))
  return Buffer.concat(pieces)
}

async function countBytes(url: string, encoding: string): Promise<number> {
  let bytes = 0
  await receive(url, encoding, (piece) => (bytes += piece.length))
  return bytes
}

/** Receives an answer as it comes over the wire: `fetch` would unpack it. */
function receive(url: string, encoding: string, each: (piece: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encoding, authorization: 'Bearer x' }
    request(url, { headers }, (response) => {
      response.on('data', each).on('end', resolve).on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}
