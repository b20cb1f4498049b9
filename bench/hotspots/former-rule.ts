import { fieldOfPlaces, visitNear } from '#domain/hotspots/accident-field.ts'
import type { Accident } from '#domain/hotspots/accidents.ts'
import { radiusMetres } from '#domain/hotspots/bells.ts'
import type { PlanePoint } from '#domain/geo/utm.ts'

/*
 * The rule before decision 48, as a baseline: motorcycle accidents are chained where at least three lie within the radius
 * (DBSCAN), long chains are cut around their densest place, and a place counts by the score of its accidents.
 */

export type PlacedAccident = Accident & PlanePoint & { builtUp: boolean }

const leastNeighbours = 3
const leastScore = 15
const leastSevere = 3
const ofYears = 5

export function formerHotspots(motorcycles: readonly PlacedAccident[], years: number): PlanePoint[] {
  return [true, false].flatMap((builtUp) => {
    const radius = radiusMetres(builtUp)
    const own = motorcycles.filter((accident) => accident.builtUp === builtUp)
    return chainsOf(own, radius)
      .flatMap((chain) => cutIntoPlaces(chain, radius))
      .filter((accidents) => isHotspot(accidents, years / ofYears))
      .map(centreOf)
  })
}

function chainsOf(accidents: readonly PlacedAccident[], radius: number): PlacedAccident[][] {
  const nearOf = neighboursOf(accidents, radius)
  const seen = new Set<number>()
  const chains: PlacedAccident[][] = []
  for (const start of accidents.keys()) {
    if (seen.has(start) || nearOf(start).length < leastNeighbours) continue
    const chain = [start]
    seen.add(start)
    for (const member of chain) {
      if (nearOf(member).length < leastNeighbours) continue
      for (const other of nearOf(member)) {
        if (!seen.has(other)) chain.push(other)
        seen.add(other)
      }
    }
    chains.push(chain.flatMap((member) => accidents[member] ?? []))
  }
  return chains
}

function neighboursOf(accidents: readonly PlacedAccident[], radius: number): (index: number) => number[] {
  const field = fieldOfPlaces(accidents)
  const lists = accidents.map((accident) => {
    const near: number[] = []
    visitNear(field, accident, radius, (index) => near.push(index))
    return near
  })
  return (index) => lists[index] ?? []
}

function cutIntoPlaces(chain: readonly PlacedAccident[], radius: number): PlacedAccident[][] {
  if (chain.length === 0) return []
  const near = (centre: PlanePoint) => chain.filter((accident) => metresBetween(centre, accident) <= 2 * radius)
  if (near(centreOf(chain)).length === chain.length) return [[...chain]]
  const densest = chain
    .map(near)
    .reduce<PlacedAccident[]>((best, found) => (scoreOf(found) > scoreOf(best) ? found : best), [])
  return [
    densest,
    ...cutIntoPlaces(
      chain.filter((accident) => !densest.includes(accident)),
      radius,
    ),
  ]
}

function isHotspot(accidents: readonly PlacedAccident[], share: number): boolean {
  const severe = accidents.filter(({ category }) => category <= 2).length
  return (
    accidents.length >= leastNeighbours && (scoreOf(accidents) >= leastScore * share || severe >= leastSevere * share)
  )
}

function scoreOf(accidents: readonly PlacedAccident[]): number {
  return accidents.reduce((score, { category }) => score + (category <= 2 ? 5 : 2), 0)
}

function centreOf(accidents: readonly PlacedAccident[]): PlanePoint {
  const mean = (value: (accident: PlacedAccident) => number) =>
    accidents.reduce((sum, accident) => sum + value(accident), 0) / accidents.length
  const middle = { east: mean(({ east }) => east), north: mean(({ north }) => north) }
  const [first, ...others] = accidents
  if (first === undefined) return middle
  return others.reduce(
    (nearest, accident) => (metresBetween(middle, accident) < metresBetween(middle, nearest) ? accident : nearest),
    first,
  )
}

function metresBetween(one: PlanePoint, other: PlanePoint): number {
  return Math.hypot(one.east - other.east, one.north - other.north)
}
