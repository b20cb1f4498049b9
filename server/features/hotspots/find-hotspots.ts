import { accidentsServerLimits } from '#contract/hotspots-limits.ts'
import {
  centreOf,
  cutIntoPlaces,
  idsOf,
  isHotspot,
  type KnownHotspot,
  partsLookedAt,
  radiusMetres,
  yearsOf,
} from '#domain/hotspots/hotspots.ts'
import { reasonOf } from '#domain/hotspots/hotspot-reason.ts'
import type { Place } from '#contract/place.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import type { PlaceFinder } from '#server/places/built-up-areas.ts'
import type { AccidentsStore, ChainedAccident, Square, StoredPart } from './accidents.store.ts'

interface Hotspot extends Place {
  radius: number
  reason: string
}

/**
 * Searches the accidents of an edition for hotspots, square by square, so that no query takes long.
 * @param onShare receives the share of the country that has been searched, 0 to 1.
 */
export async function findHotspots(
  { store, finder, source }: { store: AccidentsStore; finder: PlaceFinder; source: string },
  { edition, thisYear }: { edition: number; thisYear: number },
  onShare: (share: number) => void,
): Promise<PoiRecord[]> {
  const parts = partsLookedAt(await store.partsAt(edition), thisYear)
  const hotspots: Hotspot[] = []
  const squares = await squaresOf(store, parts)
  for (const [index, square] of squares.entries()) {
    const accidents = await store.chainsIn(
      square,
      parts.map(({ id }) => id),
    )
    for (const chain of chainsOf(accidents)) if (beginsIn(square, chain)) hotspots.push(...hotspotsOf(chain, parts))
    onShare((index + 1) / squares.length)
  }
  return recordsOf(hotspots, await store.shownHotspots(source), finder)
}

async function squaresOf(store: AccidentsStore, parts: readonly StoredPart[]): Promise<Square[]> {
  const squares = new Map<string, Square>()
  for (const { id } of parts) {
    for (const square of await store.squaresOf(id)) squares.set(`${square.column}/${square.row}`, square)
  }
  return [...squares.values()].toSorted((one, other) => one.row - other.row || one.column - other.column)
}

function chainsOf(accidents: readonly ChainedAccident[]): ChainedAccident[][] {
  return [...Map.groupBy(accidents, ({ builtUp, chain }) => `${builtUp}/${chain}`).values()]
}

/**
 * A chain across an edge is found in both squares, complete in both unless it is longer than the margin. It counts for the
 * square that contains its westernmost accident.
 */
function beginsIn({ column, row }: Square, chain: readonly ChainedAccident[]): boolean {
  const side = accidentsServerLimits.squareMetres
  const first = chain.reduce((begin, each) =>
    each.east < begin.east || (each.east === begin.east && each.north < begin.north) ? each : begin,
  )
  return Math.floor(first.east / side) === column && Math.floor(first.north / side) === row
}

function hotspotsOf(chain: readonly ChainedAccident[], parts: readonly StoredPart[]): Hotspot[] {
  const radius = radiusMetres(chain[0]?.builtUp ?? false)
  return cutIntoPlaces(chain, radius).flatMap((accidents) => {
    const centre = centreOf(accidents)
    const years = yearsOf(
      parts,
      accidents.map(({ region }) => region),
    )
    if (centre === null || !isHotspot(accidents, years.length)) return []
    const { latitude, longitude } = centre
    return [{ latitude, longitude, radius, reason: reasonOf(accidents, years) }]
  })
}

function recordsOf(hotspots: readonly Hotspot[], known: readonly KnownHotspot[], finder: PlaceFinder): PoiRecord[] {
  const ids = idsOf(hotspots, known)
  return hotspots.map(({ latitude, longitude, reason }, index) => ({
    sourceId: ids[index] ?? '',
    poiType: 'AccidentHotspotMoto',
    latitude,
    longitude,
    street: null,
    postcode: null,
    city: finder.builtUpAreaAt({ latitude, longitude })?.name ?? null,
    speed: null,
    direction: null,
    note: reason,
    startsAt: null,
    expiresAt: null,
  }))
}
