import { type Poi, poiTypes } from '#contract/pois/pois.ts'
import { severityOf } from '#domain/pois/severity.ts'
import { worldX, worldY, zOrder } from './z-order.ts'

/** What an index has to know about a POI. */
export type IndexedPoi = Pick<Poi, 'id' | 'poiType' | 'latitude' | 'longitude' | 'speed'> & {
  details: Pick<Poi['details'], 'direction' | 'note'>
}

/** Some POIs on their way to the worker thread: columns whose buffers are transferred, not copied. */
export interface PointColumns {
  /** The ids one after another, as UTF-8; each ends where `idEnds` says. */
  ids: Uint8Array<ArrayBuffer>
  idEnds: Uint32Array<ArrayBuffer>
  longitudes: Float64Array<ArrayBuffer>
  latitudes: Float64Array<ArrayBuffer>
  /** Indices into `poiTypes`. */
  types: Uint8Array<ArrayBuffer>
  /** km/h; NaN where unknown. */
  speeds: Float32Array<ArrayBuffer>
  /** Degrees from north; NaN where unknown. */
  directions: Float32Array<ArrayBuffer>
  /** 1 to 3 (`domain/pois/severity.ts`). */
  severities: Uint8Array<ArrayBuffer>
}

/** The POIs of a world, in Z-order. Coordinates are steps of the world (`z-order.ts`). */
export interface Points {
  count: number
  xs: Uint32Array
  ys: Uint32Array
  types: Uint8Array
  speeds: Float32Array
  directions: Float32Array
  severities: Uint8Array
  idOf(point: number): string
}

export function pointColumns(pois: readonly IndexedPoi[]): PointColumns {
  const ids = pois.map(({ id }) => Buffer.from(id))
  let end = 0
  return {
    ids: Uint8Array.from(Buffer.concat(ids)),
    idEnds: Uint32Array.from(ids, ({ length }) => (end += length)),
    longitudes: Float64Array.from(pois, ({ longitude }) => longitude),
    latitudes: Float64Array.from(pois, ({ latitude }) => latitude),
    types: Uint8Array.from(pois, ({ poiType }) => typeIndex.get(poiType) ?? 0),
    speeds: Float32Array.from(pois, ({ speed }) => speed ?? NaN),
    directions: Float32Array.from(pois, ({ details }) => details.direction ?? NaN),
    severities: Uint8Array.from(pois, severityOf),
  }
}

export function buffersOf(columns: PointColumns): ArrayBuffer[] {
  return Object.values(columns).map(({ buffer }: { buffer: ArrayBuffer }) => buffer)
}

const typeIndex = new Map(poiTypes.map((type, index) => [type, index]))

/** Joins all columns and sorts them. */
export function pointsOf(parts: readonly PointColumns[]): Points {
  const count = parts.reduce((sum, { types }) => sum + types.length, 0)
  const xs = Uint32Array.from(joined(new Float64Array(count), parts, 'longitudes').map(worldX))
  const ys = Uint32Array.from(joined(new Float64Array(count), parts, 'latitudes').map(worldY))
  const order = zOrder(xs, ys)
  return {
    count,
    xs: ordered(xs, new Uint32Array(count), order),
    ys: ordered(ys, new Uint32Array(count), order),
    types: ordered(joined(new Uint8Array(count), parts, 'types'), new Uint8Array(count), order),
    speeds: ordered(joined(new Float32Array(count), parts, 'speeds'), new Float32Array(count), order),
    directions: ordered(joined(new Float32Array(count), parts, 'directions'), new Float32Array(count), order),
    severities: ordered(joined(new Uint8Array(count), parts, 'severities'), new Uint8Array(count), order),
    idOf: idsIn(parts, order),
  }
}

type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array

function joined<N extends Numbers>(all: N, parts: readonly PointColumns[], column: keyof PointColumns): N {
  let at = 0
  for (const part of parts) {
    all.set(part[column], at)
    at += part[column].length
  }
  return all
}

function ordered<N extends Numbers>(from: N, to: N, order: Uint32Array): N {
  for (let place = 0; place < order.length; place += 1) to[place] = from[order[place] ?? 0] ?? 0
  return to
}

/** The texts stay in order of arrival; only their offsets are put in Z-order. */
function idsIn(parts: readonly PointColumns[], order: Uint32Array): (point: number) => string {
  const bytes = Buffer.concat(parts.map(({ ids }) => ids))
  const starts = new Uint32Array(order.length + 1)
  let at = 0
  let base = 0
  for (const { idEnds, ids } of parts) {
    for (const end of idEnds) starts[(at += 1)] = base + end
    base += ids.length
  }
  return (point) => {
    const index = order[point] ?? 0
    return bytes.toString('utf8', starts[index], starts[index + 1])
  }
}
