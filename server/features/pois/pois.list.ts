import * as z from 'zod'
import { latitude, longitude } from '#contract/base/place.ts'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import { poiCategories, type PoiCategory, type pois } from '#contract/pois/pois.ts'
import { readBbox } from '#domain/geo/bbox.ts'
import type { Box } from '#domain/geo/geo.ts'
import { categoriesNamed, typesOf } from '#domain/pois/pois.ts'
import type { PoiPosition, PoiSearch } from './pois.store.ts'
import { Problem } from '#server/http/problem.ts'
import { readTileAddress } from '#server/http/vector-tiles.ts'
import type { TileAddress } from '#server/tiles/tile.ts'

export type PoiQuery = z.output<typeof pois.list.query>

/**
 * The search that a query asks for.
 * @throws {Problem} VALIDATION_ERROR, naming the parameter that makes no sense.
 */
export function readSearch(query: PoiQuery): PoiSearch {
  return {
    boxes: query.bbox === undefined ? null : [readBox(query.bbox)],
    around: readAround(query),
    types: query.categories === undefined ? null : readTypes(query.categories),
    limit: query.limit ?? poisLimits.defaultPageSize,
    after: query.cursor === undefined ? null : readCursor(query.cursor),
  }
}

export type TileQuery = z.output<typeof pois.tile.params> & z.output<typeof pois.tile.query>

/**
 * The requested tile and the requested categories, in the order of the contract.
 * @throws {Problem} VALIDATION_ERROR, naming the parameter that makes no sense.
 */
export function readTile({ categories, ...params }: TileQuery): {
  address: TileAddress
  categories: readonly PoiCategory[]
} {
  const address = readTileAddress(params)
  const named = categories === undefined ? [] : readCategories(categories)
  const wanted = poiCategories.filter((category) => named.length === 0 || named.includes(category))
  return { address, categories: wanted }
}

/** Where the next page begins, for the caller to send back as it is. */
export function cursorAfter({ distance, id }: PoiPosition): string {
  return Buffer.from(JSON.stringify([distance, id])).toString('base64url')
}

function readBox(bbox: string): Box {
  const read = readBbox(bbox)
  return 'mistake' in read ? refuse('bbox', read.mistake) : read.box
}

function readAround({ near, radius }: PoiQuery): PoiSearch['around'] {
  if (near === undefined) {
    if (radius !== undefined) refuse('radius', 'Zu radius gehört near=breite,länge.')
    return null
  }
  const [north = NaN, east = NaN] = near.split(',').map(Number)
  if (!isLatitude(north)) refuse('near', 'Die Breite in near liegt zwischen -90 und 90 Grad.')
  if (!isLongitude(east)) refuse('near', 'Die Länge in near liegt zwischen -180 und 180 Grad.')
  return { latitude: north, longitude: east, radiusMetres: radius ?? poisLimits.nearbyDefaultRadiusMetres }
}

/** An empty list names no category: nothing is left out. */
function readTypes(list: string): PoiSearch['types'] {
  const categories = readCategories(list)
  return categories.length === 0 ? null : typesOf(categories)
}

function readCategories(list: string): PoiCategory[] {
  return categoriesNamed(list) ?? refuse('categories', 'Eine dieser Kategorien gibt es nicht.')
}

const cursor = z.tuple([z.number(), z.string()])

function readCursor(text: string): PoiPosition {
  const parsed = cursor.safeParse(json(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success || parsed.data[1].includes('\0')) {
    return refuse('cursor', 'Dieser cursor stammt nicht aus einer Antwort.')
  }
  const [distance, id] = parsed.data
  return { distance, id }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isLatitude = (value: number) => latitude.safeParse(value).success
const isLongitude = (value: number) => longitude.safeParse(value).success

function refuse(parameter: string, message: string): never {
  throw new Problem('VALIDATION_ERROR', { fields: { [parameter]: message } })
}
