/*
 * The product, or a bare Fastify with the same answers: /api/time, and tiles as they were written into its folder. It runs
 * in a process of its own that reports what it has used.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { watchTurns } from '#bench/pois/figures.ts'
import { readSettings } from '#server/config.ts'
import { startProduct } from '#server/product.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'

const [what, folder, databaseUrl] = process.argv.slice(2)
if (folder === undefined) throw new Error('needs what to start and a folder')
const settings = {
  PORT: '0',
  DATA_DIR: folder,
  DEMO: '1',
  FEEDS: '0',
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  ...anyGatewayPorts,
}
const url = what === 'bare' ? await bare(folder) : await product()
let turns = watchTurns()
process.on('message', () => {
  process.send?.({ cpuMicros: cpuMicros(), longestTurnMs: turns.longestMs() })
  turns = watchTurns()
})
process.on('disconnect', () => process.exit())
process.send?.({ url })

async function bare(tilesFolder: string): Promise<string> {
  const app = Fastify()
  app.get('/api/time', async () => ({
    success: true,
    data: { now: new Date().toISOString(), timeZone: 'Europe/Berlin' },
  }))
  const tiles = new Map(
    readdirSync(tilesFolder)
      .filter((name) => name.endsWith('.mvt'))
      .map((name) => [name, readFileSync(join(tilesFolder, name))]),
  )
  app.get<{ Params: { z: string; x: string; y: string } }>('/api/poi/tiles/:z/:x/:y.mvt', async (request, reply) => {
    const { z: zoom, x, y } = request.params
    reply.type('application/vnd.mapbox-vector-tile')
    return tiles.get(`${zoom}-${x}-${y}.mvt`)
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** It logs a line for each request, as in real use, but nobody reads them. */
async function product(): Promise<string> {
  const log = pino({ base: null }, pino.destination('/dev/null'))
  return (await startProduct(readSettings(settings), log)).url
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
