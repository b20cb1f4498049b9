import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { type Server, startServer } from '#bench/http/start-server.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { createSessionsStore } from '#server/features/auth/sessions.store.ts'
import { noQueue } from '#server/jobs/testing/no-queue.ts'
import { createSecret } from '#server/platform/secrets.ts'
import type { TileAddress } from '#server/tiles/tile.ts'
import { median, percentile } from './figures.ts'
import { randomFrom } from '#domain/testing/random.ts'
import { samplePois } from './sample-pois.ts'
import { someTiles } from './tiles.ts'

const zooms = [4, 6, 10]
/** Requests that are under way at any time, and all requests of a zoom. */
const atOnce = 32
const requests = 4_000
const pages = 20
const publicationPatienceMs = 180_000

const spread = z.object({ p50: z.number(), p99: z.number(), cpuMicros: z.number() })
export const httpFigures = z.object({
  /** Requested by all at once after a start, when none is made yet; a second time; and sent by the bare Fastify. */
  tiles: z.array(z.object({ zoom: z.number(), bytes: z.number(), first: spread, again: spread, bare: spread })),
  /** The first pages of the whole world: the slowest answer, and the longest turn of the event loop, in processor time. */
  slowestPageMs: z.number(),
  pageTurnMs: z.number(),
})
export type HttpFigures = z.output<typeof httpFigures>

/**
 * Tiles and pages of the real product over HTTP, for a customer with a session. For comparison, a bare Fastify without
 * sessions that sends the same bytes from memory.
 */
export async function measureOverHttp(databaseUrl: string, count: number): Promise<HttpFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  const connection = connect({ url: databaseUrl })
  const product = await startServer('product', folder, databaseUrl)
  const client = new Agent({ keepAlive: true, maxSockets: atOnce })
  const authorization = `Bearer ${await signIn(connection.database)}`
  const ask = (server: Server, path: string) => answer(client, new URL(path, server.url), authorization)
  try {
    await untilShown(() => ask(product, '/api/poi/overview'), count)
    const pois = samplePois(count)
    const asked = zooms.map((zoom) => ({ zoom, addresses: someTiles(pois, zoom, requests, randomFrom(zoom)) }))
    const made: Made[] = []
    for (const { zoom, addresses } of asked) {
      const paths = addresses.map(pathOf)
      const first = await underLoad(product, paths, ask)
      made.push({ zoom, paths, first, again: await underLoad(product, paths, ask) })
      const each = new Map(addresses.map((address) => [nameOf(address), pathOf(address)]))
      for (const [name, path] of each) writeFileSync(join(folder, name), (await ask(product, path)).body)
    }
    const bare = await startServer('bare', folder)
    const tiles: HttpFigures['tiles'] = []
    for (const { paths, ...ours } of made) {
      await underLoad(bare, paths, ask)
      const sent = await Promise.all(paths.slice(0, 100).map((path) => ask(bare, path)))
      const bytes = median(sent.map(({ body }) => body.length))
      tiles.push({ ...ours, bytes, bare: await underLoad(bare, paths, ask) })
    }
    await bare.stop()
    await product.used()
    const pageTimes = await walkTheWorld((path) => ask(product, path))
    const { longestTurnMs } = await product.used()
    return { tiles, slowestPageMs: Math.max(...pageTimes), pageTurnMs: longestTurnMs }
  } finally {
    client.destroy()
    await product.stop()
    await connection.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Made {
  zoom: number
  paths: string[]
  first: z.output<typeof spread>
  again: z.output<typeof spread>
}

type Ask = (server: Server, path: string) => Promise<{ body: Buffer; ms: number }>

/** Keeps this many requests under way until all are answered. */
async function underLoad(server: Server, paths: readonly string[], ask: Ask): Promise<z.output<typeof spread>> {
  const before = await server.used()
  const times: number[] = []
  const left = paths.values()
  const oneAfterAnother = async () => {
    for (const path of left) times.push((await ask(server, path)).ms)
  }
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother))
  const { cpuMicros } = await server.used()
  return {
    p50: median(times),
    p99: percentile(times, 0.99),
    cpuMicros: (cpuMicros - before.cpuMicros) / paths.length,
  }
}

const page = z.object({ data: z.object({ nextCursor: z.nullable(z.string()) }) })

async function walkTheWorld(ask: (path: string) => Promise<{ body: Buffer; ms: number }>): Promise<number[]> {
  const times: number[] = []
  let cursor: string | null = ''
  while (cursor !== null && times.length < pages) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { body, ms } = await ask(`/api/poi?bbox=-180,-90,180,90&limit=${poisLimits.pageSize}${after}`)
    times.push(ms)
    cursor = page.parse(JSON.parse(body.toString())).data.nextCursor
  }
  return times
}

const overview = z.object({ data: z.object({ counts: z.record(z.string(), z.number()) }) })

async function untilShown(ask: () => Promise<{ status: number; body: Buffer }>, count: number): Promise<void> {
  const patience = AbortSignal.timeout(publicationPatienceMs)
  while (!patience.aborted) {
    const { status, body } = await ask()
    if (status !== 200) continue
    const counts = Object.values(overview.parse(JSON.parse(body.toString())).data.counts)
    if (counts.reduce((sum, each) => sum + each, 0) >= count) return
  }
  throw new Error('nothing was published')
}

/** A customer with both stages verified. */
async function signIn(database: Database): Promise<string> {
  const { token, hash } = createSecret()
  const [id, at] = ['bench', new Date()]
  const verified = { email_verified_at: at, imei_verified_at: at, demo: false }
  await database
    .insertInto('users')
    .values({ id, email: 'bench@example.org', password_hash: 'none', created_at: at, ...verified })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const session = { id: `bench-${at.getTime()}`, userId: id, tokenHash: hash, client: '', passwordHash: 'none', at }
  if (!(await createSessionsStore(database, noQueue).createSession(session))) throw new Error('no session')
  return token
}

function answer(agent: Agent, url: URL, authorization: string) {
  return new Promise<{ status: number; body: Buffer; ms: number }>((resolve, reject) => {
    const startedAt = performance.now()
    const headers = { 'accept-encoding': url.pathname.endsWith('.mvt') ? 'gzip' : 'identity', authorization }
    request(url, { agent, headers }, (response) => {
      const pieces: Buffer[] = []
      response
        .on('data', (piece: Buffer) => pieces.push(piece))
        .on('error', reject)
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(pieces),
            ms: performance.now() - startedAt,
          }),
        )
    })
      .on('error', reject)
      .end()
  })
}

function pathOf({ zoom, column, row }: TileAddress): string {
  return `/api/poi/tiles/${zoom}/${column}/${row}.mvt`
}

function nameOf({ zoom, column, row }: TileAddress): string {
  return `${zoom}-${column}-${row}.mvt`
}
