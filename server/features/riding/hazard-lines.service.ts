import { setImmediate as letOthersGo } from 'node:timers/promises'
import { ridingServerLimits } from '#contract/riding/riding-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { radiusMetres } from '#domain/hotspots/bells.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { hotspotLinesByMap, lineByMap } from '#domain/riding/map-lines.ts'
import type { RoadMap } from '#domain/riding/map-roads.ts'
import type { FoundLines, HazardLinesStore, LinelessHazard } from './hazard-lines.store.ts'

/** The operator's base map, as far as its roads are known. */
export interface MapOfRoads {
  version: string
  around(place: Place): Promise<RoadMap>
}

const { hazardsPerRound, hazardsWritten } = ridingServerLimits

/**
 * Gives those hazards a line that have none, from the base map: some in a round, a few at a time, so that a round that is cut
 * off is gone on with by the next. Without a map it only counts how many have one.
 */
export async function giveLines(store: HazardLinesStore, map: MapOfRoads | null): Promise<void> {
  await store.removeGone()
  if (map !== null) await giveMissing(store, map)
  await store.countShares()
}

async function giveMissing(store: HazardLinesStore, map: MapOfRoads): Promise<void> {
  for (let given = 0; given < hazardsPerRound; given += hazardsWritten) {
    const hazards = await store.missing(map.version, hazardsWritten)
    if (hazards.length === 0) return
    const found: FoundLines[] = []
    for (const hazard of hazards) {
      found.push(await linesOf(store, map, hazard))
      await letOthersGo()
    }
    await store.put(map.version, found)
  }
}

async function linesOf(store: HazardLinesStore, map: MapOfRoads, hazard: LinelessHazard): Promise<FoundLines> {
  const { id, madeOf } = hazard
  const roads = await map.around(hazard)
  if (hazard.type !== 'AccidentHotspotMoto') {
    const found = lineByMap(roads, hazard)
    return { id, madeOf, lines: found === null ? [] : [found.line], direction: found?.direction ?? null }
  }
  const radius = radiusMetres(hazard.builtUp)
  const around = await store.accidentsAround(hazard, radius)
  const accidents = around.filter((accident) => distanceMetres(hazard, accident) <= radius)
  return { id, madeOf, lines: hotspotLinesByMap(roads, hazard, accidents), direction: null }
}
