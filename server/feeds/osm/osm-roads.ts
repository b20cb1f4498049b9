import type { Place } from '#contract/base/place.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import { courseAt, roadLineText } from '#domain/riding/road-line.ts'
import type { OsmElement } from './osm-element.ts'
import { middleOf } from '#server/feeds/geojson-line.ts'

/** A road as a hazard on it knows it. */
interface OnRoad {
  line: string | null
  /** Where it leads there, if it may be driven in one direction only. */
  direction: number | null
}

const nowhere: OnRoad = { line: null, direction: null }

/** So many pieces are joined to one at each end, and so many looked at where roads meet. */
const mostPieces = 12
/** What turns more than that is another road. */
const straightOnDegrees = 45

/** The roads among elements of OpenStreetMap that came with their lines, to look up the road of a hazard. */
export function roadsIn(elements: readonly OsmElement[]): (hazard: OsmElement) => OnRoad {
  const roads = new Map(elements.filter(isRoad).map((road) => [road.key, road]))
  const at = new Map<string, OsmElement[]>()
  for (const road of roads.values()) {
    for (const corner of new Set(road.line.map(cornerKey))) {
      const there = at.get(corner)
      if (there === undefined) at.set(corner, [road])
      else if (there.length < mostPieces) there.push(road)
    }
  }
  const meetingAt = (place: Place) => at.get(cornerKey(place)) ?? []

  /** The road on from its last corner: of those of the same name the straightest. */
  const joined = (start: readonly Place[], named: OsmElement, used: Set<string>): Place[] => {
    const line = [...start]
    for (let pieces = 0, metres = 0; pieces < mostPieces && metres < ridingLimits.lineMetres; pieces += 1) {
      const next = nextPiece(line, meetingAt(line.at(-1) ?? { latitude: NaN, longitude: NaN }), named, used)
      if (next === null) break
      used.add(next.key)
      metres += lengthOf(next.line)
      line.push(...next.line.slice(1))
    }
    return line
  }

  return (hazard) => {
    const own = roads.get(hazard.key)
    const place = own === undefined ? hazard.place : middleOf(own.line)
    if (place === null) return nowhere
    const through = own === undefined ? meetingAt(place) : [own]
    const [road] = through
    if (road === undefined) return nowhere
    const used = new Set([road.key])
    // First from where riders come, as far as the way says that: a roundabout leads back to where it is left.
    const upstream = joined(road.line.toReversed(), road, used).toReversed()
    const whole = joined(upstream, road, used)
    // Where roads cross nobody knows which one is meant.
    if (through.some(({ key }) => !used.has(key))) return nowhere
    return { line: roadLineText(whole, place), direction: directionOf(road, place) }
  }
}

function isRoad({ type, tags, line }: OsmElement): boolean {
  return type === 'way' && tags['highway'] !== undefined && line.length > 1
}

function nextPiece(
  line: readonly Place[],
  meeting: readonly OsmElement[],
  { tags }: OsmElement,
  used: ReadonlySet<string>,
): { key: string; line: readonly Place[] } | null {
  const [before, end] = [line.at(-2), line.at(-1)]
  if (before === undefined || end === undefined) return null
  const course = bearingDegrees(before, end)
  const pieces = meeting
    .filter(({ key }) => !used.has(key))
    .filter((other) => ['name', 'ref', 'highway'].every((tag) => other.tags[tag] === tags[tag]))
    .flatMap((other) => {
      const away = cornerKey(other.line[0] ?? before) === cornerKey(end) ? other.line : other.line.toReversed()
      const [first, second] = away
      if (first === undefined || second === undefined || cornerKey(first) !== cornerKey(end)) return []
      const turn = Math.abs(bearingDegrees(first, second) - course)
      return [{ key: other.key, line: away, turn: Math.min(turn, 360 - turn) }]
    })
    .toSorted((one, other) => one.turn - other.turn)
  const [next] = pieces
  return next !== undefined && next.turn <= straightOnDegrees ? next : null
}

/** Motorways are driven in one direction, whether that is mapped or not. */
function directionOf({ tags, line }: OsmElement, place: Place): number | null {
  const oneway = tags['oneway'] ?? (tags['highway'] === 'motorway' ? 'yes' : 'no')
  if (oneway === 'yes') return courseAt(line, place)
  return oneway === '-1' ? courseAt(line.toReversed(), place) : null
}

const cornerKey = ({ latitude, longitude }: Place) => `${latitude}/${longitude}`

function lengthOf(line: readonly Place[]): number {
  return line.reduce((sum, place, index) => sum + distanceMetres(line[index - 1] ?? place, place), 0)
}
