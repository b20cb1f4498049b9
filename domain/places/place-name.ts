import type { Place } from '#contract/place.ts'
import { placeNamesServerLimits } from '#contract/places-limits.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import { builtUpRadiusMetres } from './places.ts'

/** A road near a place. */
export interface NearRoad {
  /** Its name, or its number, such as „A5“. */
  name: string
  /** From the place. */
  metres: number
  /** For walking and cycling. */
  isPath: boolean
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

const { roadMetres, crossingMetres, quarterMetres, townMetres } = placeNamesServerLimits

/**
 * What people call a place: „Gartenstraße, Karlsruhe-Rüppurr“, „Durlach“, or on the open road „B 10, 2 km nordöstlich von
 * Durlach“. Null where nothing with a name is within reason.
 */
export function placeNameOf(place: Place, { roads, quarters, towns }: Surroundings): string | null {
  const names = [roadName(roads), areaName(place, quarters, towns)].filter((name) => name !== null)
  return names.length === 0 ? null : names.join(', ')
}

/** Of the road, or of both where two meet. A path counts only where there is no road. */
function roadName(roads: readonly NearRoad[]): string | null {
  const near = roads.filter(({ metres }) => metres <= roadMetres).toSorted((one, other) => one.metres - other.metres)
  const [first, ...others] = near.some(({ isPath }) => !isPath) ? near.filter(({ isPath }) => !isPath) : near
  if (first === undefined) return null
  const crossing = others.find(({ name, metres }) => name !== first.name && metres <= crossingMetres)
  return crossing === undefined ? written(first.name) : `${written(first.name)} Ecke ${written(crossing.name)}`
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
