import type { Place } from '#contract/base/place.ts'
import { placeNamesServerLimits } from '#contract/places/places-limits.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import { builtUpRadiusMetres } from './places.ts'

/** A piece of a road near a place: a straight line whose ends lie so many metres east and south of the place. */
export interface RoadPiece {
  from: Offset
  to: Offset
}

interface Offset {
  east: number
  south: number
}

/** A road near a place, or one of the parts that a map divides it into. */
export interface NearRoad {
  /** Its name, or its number, such as „A5“. */
  name: string
  isNumber: boolean
  /** `path`: for walking and cycling. */
  kind: 'motorway' | 'road' | 'path'
  isBridge: boolean
  /** From the place. */
  metres: number
  /** What of it lies within `cornerMetres` of the place. */
  pieces: readonly RoadPiece[]
}

/** A town or village. */
export interface Town extends Place {
  name: string
  population: number
}

export type QuarterKind = keyof typeof placeNamesServerLimits.quarterMetres

/** A part of a town, by its middle. */
export interface Quarter extends Place {
  name: string
  kind: QuarterKind
}

/** What lies around a place, as far as somebody knows. */
export interface Surroundings {
  roads: readonly NearRoad[]
  quarters: readonly Quarter[]
  towns: readonly Town[]
}

const { roadMetres, crossingMetres, meetingMetres, pathMetres, quarterMetres, townMetres } = placeNamesServerLimits

/**
 * What people call a place: „Gartenstraße, Karlsruhe-Rüppurr“, „Durlach“, or on the open road „B 10, 2 km nordöstlich von
 * Durlach“. Null where nothing with a name is within reason.
 */
export function placeNameOf(place: Place, { roads, quarters, towns }: Surroundings): string | null {
  const names = [roadName(roads), areaName(place, quarters, towns)].filter((name) => name !== null)
  return names.length === 0 ? null : names.join(', ')
}

/** Of the road or path, or of both where two meet. */
function roadName(roads: readonly NearRoad[]): string | null {
  const candidates = roadsOrPaths(
    roads.filter(({ metres }) => metres <= roadMetres).toSorted((one, other) => one.metres - other.metres),
  )
  const [first] = candidates
  if (first === undefined) return null
  const parts = candidates.filter(({ name }) => name === first.name)
  const crossing = candidates.find(
    (other) => other.name !== first.name && other.metres <= crossingMetres && parts.some((part) => meet(part, other)),
  )
  return crossing === undefined ? written(first.name) : `${first.name} Ecke ${crossing.name}`
}

/** Paths count where there is no road, and for a place on a path and on no road. @param near the nearest first. */
function roadsOrPaths(near: readonly NearRoad[]): NearRoad[] {
  const paths = near.filter(({ kind }) => kind === 'path')
  const roads = near.filter(({ kind }) => kind !== 'path')
  const [[path], [road]] = [paths, roads]
  if (road === undefined) return paths
  return path !== undefined && path.metres <= pathMetres && road.metres > crossingMetres ? paths : roads
}

/** Whether people would call it a corner: neither passes above the other, and both are streets with names. */
function meet(one: NearRoad, other: NearRoad): boolean {
  if (![one, other].every(({ kind, isBridge, isNumber }) => kind !== 'motorway' && !isBridge && !isNumber)) return false
  return one.pieces.some((piece) => other.pieces.some((its) => metresBetween(piece, its) <= meetingMetres))
}

/** Two straight lines that do not cross are nearest to each other at an end of one of them. */
function metresBetween(one: RoadPiece, other: RoadPiece): number {
  if (cross(one, other)) return 0
  return Math.min(
    metresToPiece(one.from, other),
    metresToPiece(one.to, other),
    metresToPiece(other.from, one),
    metresToPiece(other.to, one),
  )
}

function cross(one: RoadPiece, other: RoadPiece): boolean {
  const areApart = (piece: RoadPiece, { from, to }: RoadPiece) => sideOf(piece, from) * sideOf(piece, to) < 0
  return areApart(one, other) && areApart(other, one)
}

/** Positive on one side of the line, negative on the other. */
function sideOf({ from, to }: RoadPiece, at: Offset): number {
  return (to.east - from.east) * (at.south - from.south) - (to.south - from.south) * (at.east - from.east)
}

function metresToPiece(at: Offset, { from, to }: RoadPiece): number {
  const [east, south] = [to.east - from.east, to.south - from.south]
  const length = east * east + south * south
  const share = length === 0 ? 0 : ((at.east - from.east) * east + (at.south - from.south) * south) / length
  const on = Math.max(0, Math.min(1, share))
  return Math.hypot(from.east + on * east - at.east, from.south + on * south - at.south)
}

/** „A5“ as on road signs: „A 5“. */
function written(name: string): string {
  return name.replace(/^([A-Z]{1,2})(\d+)/, '$1 $2')
}

function areaName(place: Place, quarters: readonly Quarter[], towns: readonly Town[]): string | null {
  const town = townAt(place, towns)
  // Near the edge of a town the nearest quarter may belong to its neighbour.
  const own = quarters.filter((quarter) => townAt(quarter, towns)?.name === town?.name)
  const quarter = quarterAt(place, own)
  if (quarter !== null) return town === null ? quarter.name : joined(town.name, quarter.name)
  return town === null ? fromNearest(place, towns) : town.name
}

/** In whose built-up area it lies: relative to the areas' size, so that a village beside a city keeps its own. */
function townAt(place: Place, towns: readonly Town[]): Town | null {
  return least(towns, 1, (town) => distanceMetres(town, place) / builtUpRadiusMetres(town.population))
}

function quarterAt(place: Place, quarters: readonly Quarter[]): Quarter | null {
  for (const kind of ['suburb', 'quarter', 'neighbourhood'] as const) {
    const ofKind = quarters.filter((quarter) => quarter.kind === kind)
    const found = least(ofKind, quarterMetres[kind], (quarter) => distanceMetres(quarter, place))
    if (found !== null) return found
  }
  return null
}

/** „Karlsruhe-Rüppurr“. Some parts bear their town's name already: „Hamburg-Mitte“, „Berlin Köpenick“. */
function joined(town: string, quarter: string): string {
  if (quarter === town || quarter.startsWith(`${town}-`)) return quarter
  return quarter.startsWith(`${town} `) ? `${town}-${quarter.slice(town.length + 1)}` : `${town}-${quarter}`
}

const directions = [
  'nördlich',
  'nordöstlich',
  'östlich',
  'südöstlich',
  'südlich',
  'südwestlich',
  'westlich',
  'nordwestlich',
] as const

function fromNearest(place: Place, towns: readonly Town[]): string | null {
  const town = least(towns, townMetres, (each) => distanceMetres(each, place))
  if (town === null) return null
  const direction = directions[Math.round(bearingDegrees(town, place) / 45) % directions.length] ?? directions[0]
  return `${inWords(distanceMetres(town, place))} ${direction} von ${town.name}`
}

function inWords(metres: number): string {
  return metres < 950 ? `${Math.max(1, Math.round(metres / 100)) * 100} m` : `${Math.round(metres / 1000)} km`
}

/** The one for which the measure is least, if it is no more than `most`. */
function least<Item>(items: readonly Item[], most: number, measure: (item: Item) => number): Item | null {
  let found: Item | null = null
  let smallest = most
  for (const item of items) {
    const measured = measure(item)
    if (!(measured <= smallest)) continue
    smallest = measured
    found = item
  }
  return found
}
