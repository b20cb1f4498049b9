import { mapLimits } from '#contract/limits/map-limits.ts'
import type { Poi, PoiCategory } from '#contract/pois/pois.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import type { Clock } from '#server/platform/clock.ts'
import { readAllPois } from './all-pois.ts'
import { type OpenPoiList, writePoiList } from './poi-list.ts'
import type { PoisStore } from './pois.store.ts'
import { noneYet, type ReportedLayer, tagOfPoints, type TaggedPoint, together } from './reported-layer.ts'
import { type Encodings, Prepared } from '#server/http/prepared.ts'
import { keepLately } from '#server/tiles/kept-tiles.ts'
import { concerns } from '#server/tiles/laid-points.ts'
import { encodingsOf } from '#server/http/vector-tiles.ts'
import { orClosing, type TileIndex } from '#server/tiles/tile-index.ts'
import type { TileAddress } from '#server/tiles/tile.ts'
import { tileSquare } from '#server/tiles/z-order.ts'

/** All POIs of a world as they are shown: the list of all, and the map's tiles. */
export interface PoiSnapshot {
  /** Names this state; every state has its own. */
  tag: string
  counts: Record<PoiCategory, number>
  list: Prepared
  tile(address: TileAddress, categories: readonly PoiCategory[]): Prepared
}

/** All POIs of a world except POI reports, as they were at one moment. */
export interface PoiBase {
  /** The version of the database that it shows. */
  version: string
  /** When the first of its POIs expires. */
  until: Date | null
  tag: string
  counts: Record<PoiCategory, number>
  list: OpenPoiList
  tile(address: TileAddress, categories: readonly PoiCategory[], laid: readonly TaggedPoint[]): Prepared
  close(): Promise<void>
}

/** If an import ends while the pages are read, they are a mixture and are read again. */
const attempts = 3

/** Reads all POIs once and makes the list and the index of them. */
export async function takePoiBase(
  { store, clock, createIndex }: { store: PoisStore; clock: Clock; createIndex: () => TileIndex },
  stop: AbortSignal,
): Promise<PoiBase> {
  for (let attempt = 1; ; attempt += 1) {
    const version = (await store.versions()).pois
    const now = clock.now()
    const until = await store.nextExpiry(now)
    const { list, index, counts } = await readInto(createIndex(), readAllPois(store, now), stop)
    const isWhole = version === (await orClosing(index, store.versions())).pois
    if (isWhole || attempt === attempts) {
      const tag = tagOf(version, [until, isWhole ? null : now])
      return { version, until, tag, counts, list, tile: tilesOf(index, tag), close: index.close }
    }
    await index.close()
  }
}

/** The state that is shown: the base with the POI reports laid over it. */
export function shownOf(base: PoiBase, layer: ReportedLayer): PoiSnapshot {
  const tag = `${base.tag}-${tagOf(layer.version, [layer.until])}`
  let list: Promise<Encodings> | null = null
  return {
    tag,
    counts: together(base.counts, layer.counts),
    list: new Prepared(tag, () => (list ??= base.list.endedWith(layer.pois))),
    tile(address, categories) {
      const square = tileSquare(address.zoom, address.column, address.row)
      const laid = square === null ? [] : layer.points.filter((point) => concerns(square, point))
      return base.tile(address, categories, laid)
    },
  }
}

/**
 * The same state has the same name in every process. Of one version of the database, those POIs are shown that have not
 * expired; the next time at which one expires says which these are. A mixture of versions has a name of its own.
 */
function tagOf(version: string, moments: readonly (Date | null)[]): string {
  const names = moments.map((moment) => moment?.getTime().toString(36) ?? '')
  return [version, ...names].join('.').replace(/\.+$/, '')
}

async function readInto(index: TileIndex, all: AsyncIterable<readonly Poi[]>, stop: AbortSignal) {
  const writing = writePoiList()
  const counts = noneYet()
  try {
    for await (const pois of all) {
      stop.throwIfAborted()
      index.add(pois)
      for (const { poiType } of pois) counts[categoryOf(poiType)] += 1
      await writing.add(pois)
    }
    const [list] = await Promise.all([writing.finish(), index.finish()])
    return { list, index, counts }
  } catch (error) {
    writing.abandon()
    await index.close()
    throw error
  }
}

function tilesOf(index: TileIndex, tag: string): PoiBase['tile'] {
  const kept = keepLately<Encodings | null>(mapLimits.keptTileBytes, bytesOf)

  return (address, categories, laid) => {
    const place = [address.zoom, address.column, address.row, ...categories].join('-')
    // A POI report somewhere else changes neither a tile nor its name.
    const key = laid.length === 0 ? place : `${place}-${tagOfPoints(laid)}`
    return new Prepared(`${tag}-${key}`, () =>
      kept.keptOrMade(key, async () => encodingsOf(await index.tile(address, categories, laid))),
    )
  }
}

/** The memory for keeping track of a tile, even an empty one. */
const bookkeepingBytes = 200

function bytesOf(encodings: Encodings | null): number {
  const contents = encodings === null ? [] : [encodings.identity, encodings.gzip]
  return contents.reduce((sum, content) => sum + (Buffer.isBuffer(content) ? content.length : 0), bookkeepingBytes)
}
