import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Place } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import type { DropReason, PoiRecord, Tally } from '#server/feeds/feed.ts'
import { noteOf } from '#server/feeds/note.ts'
import type { OsmElement } from './osm-element.ts'
import { roadsIn } from './osm-roads.ts'
import { isOutOfService } from './osm-enforcement.ts'

/** What OpenStreetMap's `hazard` means for a driver, and its German name. */
const hazards: Readonly<Record<string, { poiType: PoiType; name: string }>> = {
  animal_crossing: { poiType: 'DangerZone', name: 'Wildwechsel' },
  frog_crossing: { poiType: 'DangerZone', name: 'Krötenwanderung' },
  horse_riders: { poiType: 'DangerZone', name: 'Reiter' },
  children: { poiType: 'DangerZone', name: 'Kinder' },
  school_zone: { poiType: 'DangerZone', name: 'Schule' },
  pedestrians: { poiType: 'DangerZone', name: 'Fußgänger' },
  cyclists: { poiType: 'DangerZone', name: 'Radfahrer' },
  falling_rocks: { poiType: 'DangerZone', name: 'Steinschlag' },
  rock_slide: { poiType: 'DangerZone', name: 'Felssturz' },
  landslide: { poiType: 'DangerZone', name: 'Erdrutsch' },
  avalanche: { poiType: 'DangerZone', name: 'Lawinen' },
  flooding: { poiType: 'DangerZone', name: 'Überflutung' },
  curve: { poiType: 'DangerZone', name: 'Gefährliche Kurve' },
  curves: { poiType: 'DangerZone', name: 'Gefährliche Kurven' },
  dangerous_junction: { poiType: 'DangerZone', name: 'Gefährliche Kreuzung' },
  steep_incline: { poiType: 'DangerZone', name: 'Starkes Gefälle' },
  road_narrows: { poiType: 'DangerZone', name: 'Engstelle' },
  side_winds: { poiType: 'DangerZone', name: 'Seitenwind' },
  queues_likely: { poiType: 'DangerZone', name: 'Staugefahr' },
  traffic_accident: { poiType: 'DangerZone', name: 'Unfallgefahr' },
  bump: { poiType: 'DangerZone', name: 'Bodenwelle' },
  dip: { poiType: 'DangerZone', name: 'Senke' },
  damaged_road: { poiType: 'DangerZone', name: 'Schlechte Fahrbahn' },
  slippery: { poiType: 'Slippery', name: 'Schleudergefahr' },
  slippery_road: { poiType: 'Slippery', name: 'Schleudergefahr' },
  ice: { poiType: 'Slippery', name: 'Glatteis' },
  loose_gravel: { poiType: 'Slippery', name: 'Rollsplitt' },
  fog: { poiType: 'ObstructedView', name: 'Nebel' },
}

const notForVehicles = ['path', 'footway', 'steps', 'pedestrian', 'cycleway', 'bridleway', 'track', 'via_ferrata']

/** The dangers of roads among elements of OpenStreetMap. Other hazards, such as shooting ranges, are left out. */
export async function hazardsOf(elements: readonly OsmElement[], tally: Tally) {
  const roadOf = roadsIn(elements)
  const named = new Map(elements.filter(({ tags }) => 'hazard' in tags).map((element) => [element.key, element]))
  const records: PoiRecord[] = []
  let swapped = 0
  for (const chunk of inChunks([...named.values()], 1000)) {
    for (const element of chunk) {
      const found = hazardAt(element, roadOf)
      if (typeof found === 'string') tally.drop(found)
      else records.push(found)
      if (typeof found !== 'string' && element.place?.swapped) swapped += 1
    }
    await nextTurn()
  }
  return { records, read: named.size, swapped }
}

/** A danger of the road, or why the element is none. */
function hazardAt(element: OsmElement, roadOf: ReturnType<typeof roadsIn>): PoiRecord | DropReason {
  const hazard = hazardIn(element.tags['hazard'])
  if (hazard === undefined) return 'withoutType'
  if (isOutOfService(element.tags)) return 'outOfService'
  if (isOffRoad(element)) return 'offRoad'
  if (element.place === null) return 'withoutPlace'
  const { latitude, longitude } = element.place
  return { ...recordOf(element, { latitude, longitude }, hazard), ...roadOf(element) }
}

/** Of several, separated by semicolons, the first that is about roads. */
function hazardIn(value = '') {
  const name = value.split(';').find((each) => Object.hasOwn(hazards, each.trim()))
  return name === undefined ? undefined : hazards[name.trim()]
}

/** A way must be one for vehicles; of a node nothing is known. */
function isOffRoad({ type, tags }: OsmElement): boolean {
  const road = tags['highway']
  return type === 'node' ? notForVehicles.includes(road ?? '') : road === undefined || notForVehicles.includes(road)
}

/** A camera may be mapped on the same element: the id says which of the two it is. */
function recordOf(
  { key, tags }: OsmElement,
  place: Place,
  { poiType, name }: { poiType: PoiType; name: string },
): PoiRecord {
  return {
    sourceId: `${key}/hazard`,
    poiType,
    ...place,
    street: tags['addr:street'] ?? (tags['highway'] === undefined ? null : (tags['name'] ?? tags['ref'] ?? null)),
    postcode: tags['addr:postcode'] ?? null,
    city: tags['addr:city'] ?? null,
    speed: null,
    direction: null,
    note: noteOf(name, tags['description']),
    startsAt: null,
    expiresAt: null,
  }
}
