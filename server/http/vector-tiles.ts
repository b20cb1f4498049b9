import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type * as z from 'zod/mini'
import { mapLimits } from '#contract/limits/map-limits.ts'
import type { tileParams } from '#contract/pois/pois.ts'
import type { Encodings } from './prepared.ts'
import { Problem } from './problem.ts'
import type { TileAddress } from '#server/tiles/tile.ts'

/** @throws {Problem} VALIDATION_ERROR where the zoom has no such tile. */
export function readTileAddress({ z: zoom, x, y }: z.output<typeof tileParams>): TileAddress {
  const tiles = 2 ** zoom
  if (x >= tiles) refuse('x', `Bei Zoom ${zoom} gibt es nur ${tiles} Spalten.`)
  if (y >= tiles) refuse('y', `Bei Zoom ${zoom} gibt es nur ${tiles} Zeilen.`)
  return { zoom, column: x, row: y }
}

function refuse(parameter: string, message: string): never {
  throw new Problem('VALIDATION_ERROR', { fields: { [parameter]: message } })
}

const compress = promisify(gzip)

/** A tile as it is sent; null where it holds nothing. */
export async function encodingsOf(tile: Uint8Array | null): Promise<Encodings | null> {
  if (tile === null) return null
  const identity = Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength)
  return identity.length < mapLimits.compressedTileBytes ? { identity } : { identity, gzip: await compress(identity) }
}
