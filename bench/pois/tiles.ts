import { setTimeout as sleep } from 'node:timers/promises'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import Supercluster, { type PointFeature } from 'supercluster'
import { type Poi, poiCategories } from '#contract/pois/pois.ts'
import { clusterBands, lastClusteredZoom } from '#domain/geo/map.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { clusterPoints } from '#server/tiles/clusters.ts'
import { pointColumns, pointsOf } from '#server/tiles/points.ts'
import { createTileIndex } from '#server/tiles/tile-index.ts'
import { encodeTile, type TileAddress } from '#server/tiles/tile.ts'
import { worldX, worldY } from '#server/tiles/z-order.ts'
import { bytesInUse, median, percentile, timed } from './figures.ts'
import { randomFrom } from '#domain/testing/random.ts'

const tilesPerZoom = 500
const builds = 3
export const zooms = [0, 2, 4, 6, 8, 10, 12, 14, 16]

/** A measured index: milliseconds to build it, bytes for each POI, and one tile of it. */
export interface Built {
  buildMs: number
  bytesPerPoi: number
  tile(address: TileAddress): Uint8Array | null
}

/** Timed as the product builds it, in a thread of its own. The tiles are made here, without messages between threads. */
export async function buildOurs(pois: readonly Poi[]): Promise<Built> {
  const times: number[] = []
  for (let run = 0; run < builds; run += 1) times.push(await buildInThread(pois))
  const before = bytesInUse()
  let columns = chunks(pois).map(pointColumns)
  const clusters = clusterPoints(pointsOf(columns))
  columns = []
  const bytesPerPoi = (bytesInUse() - before) / pois.length
  return { buildMs: median(times), bytesPerPoi, tile: (address) => encodeTile(clusters, address, poiCategories) }
}

async function buildInThread(pois: readonly Poi[]): Promise<number> {
  const index = createTileIndex((error) => {
    throw error
  })
  for (const chunk of chunks(pois)) index.add(chunk)
  // All of them must have arrived before the measurement.
  await sleep(1_000)
  const startedAt = performance.now()
  await index.finish()
  const ms = performance.now() - startedAt
  await index.close()
  return ms
}

/** One index for each radius, so that both sides make the same clusters; time and memory are one index's. */
export function buildSupercluster(pois: readonly Poi[]): Built {
  const before = bytesInUse()
  const features = pois.map(featureOf)
  const build = (radius: number) => new Supercluster({ radius, extent: 512, maxZoom: lastClusteredZoom }).load(features)
  const [far, ...nearer] = clusterBands
  const first = medianOf(() => build(far?.radiusPx ?? 0))
  const bytesPerPoi = (bytesInUse() - before) / pois.length
  const indices = [first.value, ...nearer.map(({ radiusPx }) => build(radiusPx))]
  return {
    buildMs: first.ms,
    bytesPerPoi,
    tile({ zoom, column, row }) {
      const index = indices[clusterBands.findIndex(({ toZoom }) => zoom < toZoom)]
      // The type is that of another library's tiles; the writer only reads what these tiles have.
      const made = index?.getTile(zoom, column, row) ?? null
      return made === null ? null : fromGeojsonVt({ pois: made as never }, { version: 2, extent: 512 })
    },
  }
}

/** Done several times, because other programs disturb the measurement; the last result is kept. */
function medianOf<T>(build: () => T): { ms: number; value: T } {
  const runs = Array.from({ length: builds - 1 }, () => timed(build).ms)
  const { ms, value } = timed(build)
  return { ms: median([...runs, ms]), value }
}

export interface TileTimes {
  zoom: number
  bytes: number
  ours: { p50: number; p99: number }
  theirs: { p50: number; p99: number }
}

/**
 * Both sides make the same tiles in turn, uncached: tiles with POIs, those with more POIs more often. Each is made three
 * times and the fastest counts. Otherwise a p99 would only show what else the machine does.
 */
export function measureTiles(pois: readonly Poi[], ours: Built, theirs: Built): TileTimes[] {
  const random = randomFrom(7)
  return zooms.map((zoom) => {
    const addresses = someTiles(pois, zoom, tilesPerZoom, random)
    const times = { ours: [] as number[], theirs: [] as number[] }
    const sizes: number[] = []
    // The first ones warm up.
    for (const [index, address] of [...addresses.slice(0, 100), ...addresses].entries()) {
      const runs = [1, 2, 3].map(() => ({
        mine: timed(() => ours.tile(address)),
        other: timed(() => theirs.tile(address)),
      }))
      if (index < 100) continue
      times.ours.push(Math.min(...runs.map(({ mine }) => mine.ms)))
      times.theirs.push(Math.min(...runs.map(({ other }) => other.ms)))
      sizes.push(runs[0]?.mine.value?.length ?? 0)
    }
    return { zoom, bytes: median(sizes), ours: summary(times.ours), theirs: summary(times.theirs) }
  })
}

export function someTiles(pois: readonly Poi[], zoom: number, count: number, random: () => number): TileAddress[] {
  const side = 2 ** (32 - zoom)
  return Array.from({ length: count }, () => {
    const poi = pois[Math.floor(random() * pois.length)]
    const column = Math.floor(worldX(poi?.longitude ?? 0) / side)
    return { zoom, column, row: Math.floor(worldY(poi?.latitude ?? 0) / side) }
  })
}

function summary(times: readonly number[]): { p50: number; p99: number } {
  return { p50: median(times), p99: percentile(times, 0.99) }
}

function featureOf({ id, poiType, longitude, latitude, speed, details }: Poi): PointFeature<object> {
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      id,
      poiType,
      category: categoryOf(poiType),
      ...(speed !== null && { speed }),
      direction: details.direction,
    },
  }
}

function chunks(pois: readonly Poi[]): Poi[][] {
  return Array.from({ length: Math.ceil(pois.length / 1000) }, (_, index) =>
    pois.slice(index * 1000, index * 1000 + 1000),
  )
}
