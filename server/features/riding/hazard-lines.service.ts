import { setImmediate as letOthersGo } from 'node:timers/promises'
import { ridingServerLimits } from '#contract/riding/riding-limits.ts'
import type { Place } from '#contract/base/place.ts'
import { radiusMetres } from '#domain/hotspots/bells.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { hotspotLinesByMap, lineByMap } from '#domain/riding/map-lines.ts'
import type { RoadMap } from '#domain/riding/map-roads.ts'
import { TileUnreadable } from '#server/tiles/archive-roads.ts'
import type { FoundLines, HazardLinesStore, LinelessHazard } from './hazard-lines.store.ts'

/** The operator's base map, as far as its roads are known. */
export interface MapOfRoads {
  version: string
  around(place: Place): Promise<RoadMap>
}

/** What lines are given by. */
export interface LineSources {
  store: HazardLinesStore
  /** The parts of the accidents in which hotspots were searched. */
  accidentParts(): Promise<readonly number[]>
}

const { hazardsPerRound, hazardsWritten } = ridingServerLimits

/**
 * Gives those hazards a line that have none, from the base map: some in a round, a few at a time, so that a round that is cut
 * off is gone on with by the next. Without a map it only counts how many have one.
 */
export async function giveLines(sources: LineSources, map: MapOfRoads | null): Promise<void> {
  const { store } = sources
  await store.removeGone()
  const unreadable = map === null ? [] : await giveMissing(sources, map)
  await store.countShares()
  // The job's log says why. The hazards there have no line, so that the next round goes on behind them.
  if (unreadable.length > 0) throw new AggregateError(unreadable, 'tiles of the base map cannot be read')
}

/** Returns why tiles cannot be read: such a tile gives no hazard a line. */
async function giveMissing(sources: LineSources, map: MapOfRoads): Promise<unknown[]> {
  const { store } = sources
  const unreadable: unknown[] = []
  for (let given = 0; given < hazardsPerRound; given += hazardsWritten) {
    const hazards = await store.missing(map.version, hazardsWritten)
    if (hazards.length === 0) return unreadable
    const found: FoundLines[] = []
    for (const hazard of hazards) {
      try {
        found.push(await linesOf(sources, map, hazard))
      } catch (error) {
        if (!(error instanceof TileUnreadable)) throw error
        unreadable.push(error)
        found.push({ id: hazard.id, madeOf: hazard.madeOf, lines: [], direction: null })
      }
      await letOthersGo()
    }
    await store.put(map.version, found)
  }
  return unreadable
}

async function linesOf(
  { store, accidentParts }: LineSources,
  map: MapOfRoads,
  hazard: LinelessHazard,
): Promise<FoundLines> {
  const { id, madeOf } = hazard
  const roads = await map.around(hazard)
  if (hazard.type !== 'AccidentHotspotMoto') {
    const found = lineByMap(roads, hazard)
    return { id, madeOf, lines: found === null ? [] : [found.line], direction: found?.direction ?? null }
  }
  const radius = radiusMetres(hazard.builtUp)
  // Asked each time: an import may have replaced a part.
  const around = await store.accidentsAround(hazard, radius, await accidentParts())
  const accidents = around.filter((accident) => distanceMetres(hazard, accident) <= radius)
  return { id, madeOf, lines: hotspotLinesByMap(roads, hazard, accidents), direction: null }
}
