import * as z from 'zod/mini'
import type { Place } from '#contract/base/place.ts'
import { distanceMetres } from '#domain/geo/geo.ts'
import { type PlaceOnMap, placeOf } from '#server/feeds/coordinates.ts'

const position = z.tuple([z.number(), z.number()], z.unknown())

/** GeoJSON for a point, a line or several lines: longitude first. */
export const pointOrLine = z.union([
  z.object({ type: z.literal('Point'), coordinates: position }),
  z.object({ type: z.literal('LineString'), coordinates: z.array(position) }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(z.array(position)) }),
])
export type PointOrLine = z.output<typeof pointOrLine>

/**
 * The corners of the line, of several lines those of the longest; a point is a line of one. Places that are not on earth
 * are left out.
 */
export function lineOf(geometry: PointOrLine): PlaceOnMap[] {
  const lines = linesOf(geometry).map((line) =>
    line.flatMap(([longitude, latitude]) => placeOf(latitude, longitude) ?? []),
  )
  return lines.toSorted((one, other) => lengthMetres(other) - lengthMetres(one))[0] ?? []
}

function linesOf(geometry: PointOrLine): z.output<typeof position>[][] {
  if (geometry.type === 'Point') return [[geometry.coordinates]]
  return geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates
}

/** Whether its corners show where the road leads: some lines are only a beginning and an end, miles apart. */
export function isDetailed(line: readonly Place[]): boolean {
  return line.length > 1 && stepsOf(line).every(([start, end]) => distanceMetres(start, end) <= longestStepMetres)
}

const longestStepMetres = 300

/** The place on the line halfway along it; null for a line without places. */
export function middleOf(line: readonly Place[]): Place | null {
  let ahead = lengthMetres(line) / 2
  for (const [start, end] of stepsOf(line)) {
    const length = distanceMetres(start, end)
    if (length > 0 && length >= ahead) return between(start, end, ahead / length)
    ahead -= length
  }
  const last = line.at(-1)
  return last === undefined ? null : { latitude: last.latitude, longitude: last.longitude }
}

function between(start: Place, end: Place, share: number): Place {
  return {
    latitude: start.latitude + (end.latitude - start.latitude) * share,
    longitude: start.longitude + (end.longitude - start.longitude) * share,
  }
}

function lengthMetres(line: readonly Place[]): number {
  return stepsOf(line).reduce((sum, [start, end]) => sum + distanceMetres(start, end), 0)
}

function stepsOf(line: readonly Place[]): [Place, Place][] {
  return line.slice(1).flatMap((end, index): [Place, Place][] => {
    const start = line[index]
    return start === undefined ? [] : [[start, end]]
  })
}
