import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { ownDatabase } from '#server/db/testing/own-database.ts'
import { startMigrated } from '#server/db/testing/postgres.setup.ts'
import { startProductProcess } from './product.ts'
import { startTileServer } from './tile-server.ts'
import { type World, worlds } from './worlds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address at which the worlds of the run are requested. */
    worldsUrl: string
  }
}

/**
 * Keeps the products that stories share, for the whole run, and a PostgreSQL for all that are on one. `GET /demo` starts the demo's product at the first call and
 * returns its address, `GET /demo/e-mails` returns the e-mails that it has sent.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const tiles = await startTileServer()
  const { postgres, stop } = await startMigrated()
  project.provide('postgres', [postgres])
  const started = new Map<World, ReturnType<typeof startProductProcess>>()
  const start = async (world: World) => {
    const { settings, isEmbedded } = worlds[world]
    const database = isEmbedded ? {} : await ownDatabase(postgres)
    return startProductProcess({ ...settings, ...database, TILE_URL: tiles.template })
  }
  const productOf = (world: World) => {
    const product = started.get(world) ?? start(world)
    started.set(world, product)
    return product
  }
  const answer = async (path: string) => {
    const [, name = '', part] = path.split('/')
    if (!isWorld(name)) return null
    const { address, mail } = await productOf(name)
    return part === 'emails' ? mail.emails : { address, tileOrigin: tiles.origin }
  }
  const server = createServer((request, response) => {
    answer(request.url ?? '').then(
      (body) => response.writeHead(body === null ? 404 : 200).end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  project.provide('worldsUrl', `http://127.0.0.1:${address.port}`)
  return async () => {
    // If one did not start, its files already have the error.
    for (const product of started.values()) await product.then(({ stop }) => stop()).catch(() => undefined)
    server.closeAllConnections()
    server.close()
    await tiles.close()
    await stop()
  }
}

const isWorld = (name: string): name is World => name in worlds
