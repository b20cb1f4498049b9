import type { PoiType } from '#contract/pois/pois.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import type { PlaceOnMap } from '#server/feeds/coordinates.ts'
import type { PoiRecord, Tally } from '#server/feeds/feed.ts'
import { commonDirection, type CourseAt, coursesOfRoads, monitoredDirections, type Watch } from './camera-directions.ts'
import { speedLimitOf } from './maxspeed.ts'
import { noteOf } from '#server/feeds/note.ts'
import type { OsmElement, OsmMember } from './osm-element.ts'
import { cameraType, enforcementOf, isKindStated, isOutOfService } from './osm-enforcement.ts'

/** A camera being built: a device with the enforcement relations that it is a member of. */
interface Site {
  sourceId: string
  place: PlaceOnMap | null
  isCamera: boolean
  /** Of the device itself. */
  tags: OsmElement['tags']
  watches: Watch[]
}

/**
 * The cameras among elements of OpenStreetMap: mapped devices, and the relations that say what they monitor and in which
 * direction. A device becomes one POI for each direction that its relations name (`camera-directions.ts`); a section becomes
 * its entry and its exit. Two devices close together stay two: they usually monitor one direction each. The result does not
 * depend on the order of the elements.
 */
export function camerasOf(elements: readonly OsmElement[], tally: Tally) {
  const map = new Map(elements.map((element) => [element.key, element]))
  const named = [...map.values()].filter((element) => isCamera(element) || isEnforcement(element))
  const inService = named.filter(({ tags }) => !isOutOfService(tags))
  tally.drop('outOfService', named.length - inService.length)

  const sites = new Map(inService.filter(isCamera).map((element) => [element.key, siteOf(element)]))
  const relations = inService.filter(isEnforcement).toSorted(byNumber)
  const isSection = ({ tags }: OsmElement) => enforcementOf(tags).includes('average_speed')
  for (const relation of relations.filter((each) => !isSection(each))) joinSites(relation, sites, map, tally)
  const sections = relations.filter(isSection).flatMap((relation) => sectionOf(relation, sites, map, tally))
  const forwardAt = coursesOfRoads(elements)
  const cameras = [...sites.values()].flatMap((site) => camerasAt(site, forwardAt, tally))

  const found = [...cameras, ...sections]
  return {
    records: found.map(({ record }) => record),
    read: named.length,
    swapped: found.filter(({ swapped }) => swapped).length,
  }
}

interface FoundCamera {
  record: PoiRecord
  swapped: boolean
}

function isCamera({ tags }: OsmElement): boolean {
  return [tags['highway'], tags['disused:highway'], tags['abandoned:highway']].includes('speed_camera')
}

function isEnforcement({ type, tags }: OsmElement): boolean {
  return type === 'relation' && tags['type'] === 'enforcement'
}

/** The relation that was mapped first comes first, whatever the order of the answer. */
function byNumber(one: OsmElement, other: OsmElement): number {
  return numberOf(one) - numberOf(other)
}

function numberOf({ key }: OsmElement): number {
  return Number(key.slice(key.indexOf('/') + 1))
}

function siteOf({ key, place, tags }: OsmElement): Site {
  return { sourceId: key, place, isCamera: true, tags, watches: [] }
}

/** Adds to the devices of a relation what the relation says about them. */
function joinSites(relation: OsmElement, sites: Map<string, Site>, map: OsmMap, tally: Tally): void {
  const places = placesOf(relation, map)
  const { key, tags } = relation
  const devices = relation.members.filter(({ role }) => role === 'device')
  if (devices.length === 0) {
    const place = places('force')[0] ?? places('to')[0] ?? places('from')[0] ?? null
    const watch = { key, tags, bearings: directionsOf(places, null) }
    sites.set(key, { sourceId: key, place, isCamera: false, tags: {}, watches: [watch] })
    return
  }
  if (devices.some((device) => sites.get(device.key)?.isCamera)) tally.drop('merged')
  for (const device of devices) {
    const element = map.get(device.key)
    if (element !== undefined && isOutOfService(element.tags)) continue
    const place = placeAt(device, map)
    const site = sites.get(device.key) ?? {
      sourceId: device.key,
      place,
      isCamera: false,
      tags: element?.tags ?? {},
      watches: [],
    }
    site.watches.push({ key, tags, bearings: directionsOf(places, place) })
    sites.set(device.key, site)
  }
}

/** Entry, gates between and exit of a section control; its devices are no POIs of their own. */
function sectionOf(relation: OsmElement, sites: Map<string, Site>, map: OsmMap, tally: Tally): FoundCamera[] {
  const places = placesOf(relation, map)
  const gates = places('device')
  const entry = places('from')[0] ?? gates[0]
  const exit = places('to')[0] ?? gates.at(-1)
  const own = relation.members.filter(({ key }) => isUnclaimed(sites.get(key)))
  own.forEach(({ key }) => sites.delete(key))
  if (own.length > 0) tally.drop('merged')
  if (entry === undefined && exit === undefined) {
    tally.drop('withoutPlace')
    return []
  }
  const tags = [relation, ...own.flatMap(({ key }) => map.get(key) ?? [])].map((element) => element.tags)
  const direction = commonDirection(entry && exit ? bearingBetween(entry, exit) : [])
  const speed = speedLimitOf(tags.find((each) => each['maxspeed'] !== undefined)?.['maxspeed'])
  const point = (place: PlaceOnMap | undefined, part: string, poiType: PoiType): FoundCamera[] =>
    place === undefined
      ? []
      : [foundAt(place, { sourceId: `${relation.key}/${part}`, poiType, tags, speed, direction })]
  return [
    ...point(entry, 'entry', 'SectionControl'),
    ...gates.slice(1, -1).flatMap((gate, index) => point(gate, `gate/${index + 1}`, 'SectionControlMid')),
    ...(exit === entry ? [] : point(exit, 'exit', 'SectionControlEnd')),
  ]
}

/** A mapped camera that no other relation mentions. */
function isUnclaimed(site: Site | undefined): boolean {
  return site !== undefined && site.isCamera && site.watches.length === 0
}

/**
 * The POIs of a device, one for each direction. The first keeps the device's id: a camera whose second direction is mapped
 * one day stays the POI that people have hidden or doubted.
 */
function camerasAt(site: Site, forwardAt: CourseAt, tally: Tally): FoundCamera[] {
  const { place, isCamera, tags, watches } = site
  const isMobile = [tags, ...watches.map((watch) => watch.tags)].some((each) => each['mobile'] === 'yes')
  const forward = place === null ? null : forwardAt(place)
  const directions = monitoredDirections(watches, tags, forward).flatMap((direction) => {
    const poiType = cameraType(direction.kinds, { isCamera, isMobile })
    return poiType === null ? [] : [{ ...direction, poiType }]
  })
  if (directions.length === 0) tally.drop('notACamera')
  else if (place === null) tally.drop('withoutPlace')
  else {
    return directions.map(({ part, poiType, kinds, tags, ...found }, index) => {
      const sourceId = index === 0 ? site.sourceId : `${site.sourceId}/${part}`
      return foundAt(place, { ...found, sourceId, poiType, tags, kindAssumed: !isKindStated(kinds) })
    })
  }
  return []
}

function foundAt(
  { swapped, ...place }: PlaceOnMap,
  camera: Pick<PoiRecord, 'sourceId' | 'poiType' | 'speed' | 'direction'> & {
    /** Of the relations, then of the device. */
    tags: readonly OsmElement['tags'][]
    kindAssumed?: boolean
    /** What the limit does not say. */
    limitNote?: string | null
  },
): FoundCamera {
  const first = (key: string) => camera.tags.find((tags) => tags[key] !== undefined)?.[key]
  const record: PoiRecord = {
    sourceId: camera.sourceId,
    poiType: camera.poiType,
    ...(camera.kindAssumed === true && { kindAssumed: true }),
    ...place,
    street: first('addr:street') ?? null,
    postcode: first('addr:postcode') ?? null,
    city: first('addr:city') ?? null,
    speed: camera.speed,
    direction: camera.direction,
    note: noteOf(first('description'), camera.limitNote, limitedOn(first('maxspeed:conditional'))),
    startsAt: null,
    expiresAt: null,
  }
  return { record, swapped }
}

function limitedOn(conditional: string | undefined): string | null {
  return conditional === undefined ? null : `Zeitweise: ${conditional}`
}

type OsmMap = ReadonlyMap<string, OsmElement>

/** The known places of a relation's members in a role. */
function placesOf(relation: OsmElement, map: OsmMap) {
  return (role: string) =>
    relation.members.filter((member) => member.role === role).flatMap((member) => placeAt(member, map) ?? [])
}

function placeAt(member: OsmMember, map: OsmMap): PlaceOnMap | null {
  return map.get(member.key)?.place ?? member.place
}

/**
 * The directions of travel that a relation monitors: towards the device, else from its start to its end, else on from the
 * device. A device's own `direction` is where it looks, which may be either way, so it is not used (feeds, section 1).
 */
function directionsOf(places: (role: string) => PlaceOnMap[], device: PlaceOnMap | null): number[] {
  const [from, to] = [places('from'), places('to')]
  const towards = device === null ? [] : from.flatMap((start) => bearingBetween(start, device))
  if (towards.length > 0) return towards
  const through = from.flatMap((start) => to.flatMap((end) => bearingBetween(start, end)))
  if (through.length > 0 || device === null) return through
  return to.flatMap((end) => bearingBetween(device, end))
}

/** Two nodes closer together than this do not show a direction. */
const shortestMetres = 3

function bearingBetween(start: PlaceOnMap, end: PlaceOnMap): number[] {
  return distanceMetres(start, end) < shortestMetres ? [] : [bearingDegrees(start, end)]
}
