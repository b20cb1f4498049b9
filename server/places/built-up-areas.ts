import type { Place } from '#contract/base/place.ts'
import { distanceMetres, metresPerDegree } from '#domain/geo/geo.ts'
import { builtUpRadiusMetres } from '#domain/places/places.ts'
import { type GermanPlace, germanPlaces } from './german-places.ts'

export interface PlaceFinder {
  /** The place whose built-up area this is, the innermost of several; null on the open road. */
  builtUpAreaAt(place: Place): GermanPlace | null
  /** The nearest place. */
  nearest(place: Place): GermanPlace | null
}

/** Fast enough for millions of queries: a grid knows which areas reach into each cell. */
export async function createPlaceFinder(): Promise<PlaceFinder> {
  const places = await germanPlaces()
  const grid = gridOf(places)
  return {
    builtUpAreaAt(place) {
      const candidates = grid.get(cellOf(place)) ?? []
      return innermost(candidates, place)
    },
    nearest: (place) => closest(places, place),
  }
}

interface Area extends GermanPlace {
  radiusMetres: number
}

const cellDegrees = 0.05

function cellOf({ latitude, longitude }: Place): string {
  return `${Math.floor(latitude / cellDegrees)}/${Math.floor(longitude / cellDegrees)}`
}

function gridOf(places: readonly GermanPlace[]): Map<string, Area[]> {
  const grid = new Map<string, Area[]>()
  for (const place of places) {
    const area = { ...place, radiusMetres: builtUpRadiusMetres(place.population) }
    for (const cell of cellsOf(area)) grid.set(cell, [...(grid.get(cell) ?? []), area])
  }
  return grid
}

function cellsOf({ latitude, longitude, radiusMetres }: Area): string[] {
  const north = radiusMetres / metresPerDegree
  const east = north / Math.cos((latitude * Math.PI) / 180)
  const steps = (from: number, to: number) =>
    Array.from(
      { length: Math.floor(to / cellDegrees) - Math.floor(from / cellDegrees) + 1 },
      (_, step) => Math.floor(from / cellDegrees) + step,
    )
  return steps(latitude - north, latitude + north).flatMap((row) =>
    steps(longitude - east, longitude + east).map((column) => `${row}/${column}`),
  )
}

/** Relative to each area's size: in the middle of a suburb one is in the suburb, not in the city around it. */
function innermost(areas: readonly Area[], place: Place): GermanPlace | null {
  let found: Area | null = null
  let least = 1
  for (const area of areas) {
    const depth = distanceMetres(area, place) / area.radiusMetres
    if (depth > least) continue
    least = depth
    found = area
  }
  return found
}

function closest(places: readonly GermanPlace[], place: Place): GermanPlace | null {
  let found: GermanPlace | null = null
  let least = Infinity
  for (const candidate of places) {
    const metres = distanceMetres(candidate, place)
    if (metres >= least) continue
    least = metres
    found = candidate
  }
  return found
}
