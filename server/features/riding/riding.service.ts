import type { Reply } from '#contract/base/endpoint.ts'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import type { riding } from '#contract/riding/riding.ts'
import { reportSource } from '#domain/poi-reports/poi-reports.ts'
import { groupsOfSameThings, mergePois } from '#domain/pois/same-things.ts'
import { conditionsIn } from '#domain/hotspots/hotspot-record.ts'
import { boxOfTile, type HazardTile } from '#domain/riding/hazard-tiles.ts'
import { weatherKindOf } from '#domain/riding/weather-areas.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import type { WeatherStore } from '#server/features/weather/weather.store.ts'
import { hazardTypes, isHazardType } from '#domain/riding/hazards.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { KnownLines, RidingStore, StoredArea } from './riding.store.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'

export type RidingService = ReturnType<typeof createRidingService>

/** What riders are warned of. Only the types of `domain/riding` are asked for, and nothing else is answered. */
export function createRidingService({
  pois,
  riding: store,
  weather,
  clock,
}: {
  pois: Pick<PoisStore, 'search'>
  riding: RidingStore
  weather: Pick<WeatherStore, 'inForce'>
  clock: Clock
}) {
  return {
    async hazards(tile: HazardTile, hasLeft: AbortSignal): Promise<Reply<typeof riding.hazards>> {
      const found: Poi[] = []
      for (let more = true; more && found.length <= ridingLimits.hazardsPerTile;) {
        hasLeft.throwIfAborted()
        const page = await pageAfter(tile, found.at(-1)?.id)
        found.push(...page)
        more = page.length === poisLimits.pageSize
      }
      const lines = await store.lines(boxOfTile(tile))
      const hazards = groupsOfSameThings(found).flatMap((group) => hazardOf(group, lines) ?? [])
      const weather = await weatherIn(tile)
      const { hazardsPerTile } = ridingLimits
      return { hazards: hazards.slice(0, hazardsPerTile), truncated: hazards.length > hazardsPerTile, weather }
    },
  }

  async function weatherIn(tile: HazardTile): Promise<Reply<typeof riding.hazards>['weather']> {
    const now = clock.now()
    const [{ status }, areas] = await Promise.all([weather.inForce(now), store.areas(boxOfTile(tile), now)])
    return { status, areas: areas.flatMap((area) => areaOf(area) ?? []) }
  }

  function pageAfter(tile: HazardTile, id: string | undefined): Promise<Poi[]> {
    const after = id === undefined ? null : { distance: 0, id }
    const search = { boxes: [boxOfTile(tile)], around: null, types: hazardTypes, limit: poisLimits.pageSize, after }
    return pois.search(search, clock.now())
  }
}

/** Of entries that are one thing, one may know its road. */
function hazardOf(group: readonly Poi[], known: ReadonlyMap<string, KnownLines>) {
  const [poi] = mergePois(group)
  if (poi === undefined || !isHazardType(poi.poiType)) return null
  const { id, poiType: type, latitude, longitude, details } = poi
  const { source, unconfirmed, note = '' } = details
  const found = group.map((each) => known.get(each.id)).find((each) => each !== undefined)
  const [line = null, ...others] = found?.lines ?? []
  const conditions = type === 'AccidentHotspotMoto' ? conditionsIn(note) : []
  const isReported = source === reportSource
  const hazard = {
    id,
    type,
    latitude,
    longitude,
    direction: details.direction ?? found?.direction ?? null,
    isReported,
    ...(others.length === 0 ? { line } : { line: null, lines: found?.lines.slice(0, ridingLimits.linesPerHazard) }),
    conditions: conditions.length > 0 ? conditions : null,
  }
  return unconfirmed === true ? { ...hazard, isUnconfirmed: true } : hazard
}

/** Null for what does not matter on the road. */
function areaOf({ event, rings, ...area }: StoredArea) {
  const kind = weatherKindOf(event)
  if (kind === null) return null
  const texts = rings.map((ring) => textOfLine(ring.map(([longitude, latitude]) => ({ latitude, longitude }))))
  return { ...area, kind, rings: texts.slice(0, ridingLimits.ringsPerArea) }
}
