import { once } from 'node:events'
import { createServer } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

const sizePx = 256

export interface TileServer {
  /** For the setting TILE_URL. */
  template: string
  origin: string
  /** While true, no tile can be loaded. */
  fails: boolean
  close(): Promise<void>
}

/** A map that needs no other server: pale tiles with a grid, shaded so that neighbouring tiles can be distinguished. */
export async function startTileServer(): Promise<TileServer> {
  const server = createServer((request, response) => {
    const tile = /^\/(\d+)\/(\d+)\/(\d+)\.png$/.exec(request.url ?? '')
    if (tile === null) {
      response.writeHead(404).end()
      return
    }
    const [, , column, row] = tile.map(Number)
    if (tiles.fails) {
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'image/png', 'access-control-allow-origin': '*' })
    response.end(((column ?? 0) + (row ?? 0)) % 2 === 0 ? light : shaded)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const origin = `http://127.0.0.1:${address.port}`
  const tiles: TileServer = {
    template: `${origin}/{z}/{x}/{y}.png`,
    origin,
    fails: false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return tiles
}

/**
 * The zooms of the tiles that a screen asks for from now on.
 *
 * @param path the screen's address. The screen before may still load the tiles of a map of its own.
 */
export function zoomsAsked(page: Page, tileOrigin: string, path: string): number[] {
  const zooms: number[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === tileOrigin && new URL(page.url()).pathname === path) zooms.push(Number(pathname.split('/')[1]))
  })
  return zooms
}

type Colour = readonly [red: number, green: number, blue: number]

const light = tilePng([240, 238, 230], [214, 210, 198])
const shaded = tilePng([232, 235, 226], [206, 211, 196])

/** A PNG by hand (RFC 2083): signature, header, one deflated block of unfiltered rows, end. */
function tilePng(ground: Colour, lines: Colour): Buffer {
  const rows: number[] = []
  for (let y = 0; y < sizePx; y += 1) {
    rows.push(0)
    for (let x = 0; x < sizePx; x += 1) rows.push(...(x % 64 === 0 || y % 64 === 0 ? lines : ground))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(sizePx, 0)
  header.writeUInt32BE(sizePx, 4)
  // Eight bits a channel, three channels.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
