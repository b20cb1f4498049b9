/*
 * A history of 14 days with a fix every ten seconds: how long its answer takes, its size on the wire, and the longest turn
 * of the event loop meanwhile, in processor time. For comparison, the same answer made in one go. The client is a process of
 * its own.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod'
import { endpoint } from '#contract/base/endpoint.ts'
import { history } from '#contract/history/history.ts'
import { secondMs, dayMs, daySeconds } from '#contract/base/time-units.ts'
import { trackingLimits } from '#contract/tracking/tracking-limits.ts'
import { positionsIn } from '#domain/history/position-page.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { openEmbedded } from '#server/db/embedded/embedded.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { createDeviceOwnersStore } from '#server/features/devices/device-owners.store.ts'
import { createPositionsStore } from '#server/features/history/positions.store.ts'
import { keepPositions } from '#server/db/positions/stored-positions.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { registerHistoryRoutes } from '#server/features/history/history.routes.ts'
import { createHistoryService } from '#server/features/history/history.service.ts'
import type { Api } from '#server/http/api.ts'
import { startTestApi } from '#server/testing/test-api.ts'
import { noPlaceNames } from '#server/places/testing/place-names.ts'
import { table, watchTurns } from './pois/figures.ts'

const everySeconds = 10
const fixes = (trackingLimits.retentionDays * daySeconds) / everySeconds - 60
const received = z.object({ ms: z.number(), bytes: z.number() })

/** How the answer was made before it was sent page by page. */
const inOneGo = endpoint('GET', '/api/in-one-go', { ...history.show, summary: '' })

const [url, encoding = 'identity'] = process.argv.slice(2)
if (url === undefined) await measure()
else console.log(JSON.stringify(await receive(url, encoding)))

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  await fillWithMigratedDatabase(folder)
  const embedded = await openEmbedded(folder, 'server')
  const { database, close } = connect({ socketFolder: embedded.socketFolder })
  const clock = clockFrom()
  const now = clock.now()
  // The caller of the test API is "u".
  const deviceId = await putTracker(database, now, { imei: '350000000000001', owner: 'u' })
  await ride(database, deviceId, now)
  const positions = createPositionsStore(database)
  const service = createHistoryService({ positions, hiddenAreas: async () => [], clock })
  const register = (api: Api) => {
    registerHistoryRoutes(api, service, noPlaceNames, { look: async () => true })
    api.on(inOneGo, async () => {
      const all = []
      for await (const page of positions.history(deviceId, new Date(0), now)) all.push(...positionsIn(page))
      return { positions: all, truncated: false, oldestDeletedAt: null }
    })
  }
  const app = await startTestApi(register, undefined, undefined, createDeviceOwnersStore(database, clock))
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const start = new Date(now.getTime() - trackingLimits.retentionDays * dayMs).toISOString()
  const history = `${origin}/api/tracking/history/${deviceId}?start=${start}&end=${now.toISOString()}`
  const rows = []
  for (const [name, address] of [
    ['in one go', `${origin}${inOneGo.path}`],
    ['plain', history],
    ['columns', `${history}&format=columns`],
    ['plain, 500 points', `${history}&maxPoints=500`],
  ] as const) {
    for (const how of ['identity', 'gzip']) rows.push(await ask(name, address, how))
  }
  console.log(`${fixes} positions on the embedded database`)
  console.log(table(['answer', 'encoding', 'ms', 'bytes', 'held ms'], rows))
  await app.close()
  await close()
  await embedded.close()
  rmSync(folder, { recursive: true })
}

/** A ride that goes on and on, with what a tracker measures. */
async function ride(database: Database, deviceId: string, now: Date): Promise<void> {
  const firstMs = now.getTime() - fixes * everySeconds * secondMs
  for (let from = 0; from < fixes; from += 2_000) {
    const portion = Array.from({ length: Math.min(2_000, fixes - from) }, (_, offset) => {
      const step = from + offset
      return {
        deviceId,
        recordedAt: new Date(firstMs + step * everySeconds * secondMs),
        receivedAt: now,
        latitude: 49 + Math.round((Math.sin(step / 500) + Math.sin(step / 7) / 1000) * 1e7) / 1e7,
        longitude: 8 + Math.round(Math.cos(step / 700) * 1e7) / 1e7,
        accuracy: 4 + (step % 3),
        altitude: 115,
        speed: Math.round((60 + 40 * Math.sin(step / 20)) * 100) / 100,
        course: step % 360,
        flag: null,
      }
    })
    await database.transaction().execute((transaction) => keepPositions(transaction, portion))
  }
}

/** The median of three answers. */
async function ask(name: string, address: string, how: string): Promise<(string | number)[]> {
  const runs = []
  for (let run = 0; run < 3; run += 1) {
    const turns = watchTurns()
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), address, how])
    runs.push({ ...received.parse(JSON.parse(stdout)), heldMs: turns.longestMs() })
  }
  const { ms, bytes, heldMs } = runs.toSorted((a, b) => a.heldMs - b.heldMs)[1] ?? { ms: NaN, bytes: NaN, heldMs: NaN }
  return [name, how, ms.toFixed(0), bytes, heldMs.toFixed(0)]
}

/** Receives an answer as it comes over the wire: `fetch` would unpack it. */
function receive(address: string, how: string): Promise<z.output<typeof received>> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    let bytes = 0
    const headers = { 'accept-encoding': how, authorization: 'Bearer x' }
    request(address, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
      response.on('data', (piece: Buffer) => (bytes += piece.length)).on('error', reject)
      response.on('end', () => resolve({ ms: performance.now() - startedAt, bytes }))
    })
      .on('error', reject)
      .end()
  })
}
