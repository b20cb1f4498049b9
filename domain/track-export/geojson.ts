import type { GpxPosition, GpxTrack } from './gpx.ts'
import { isBreak } from './breaks.ts'
import { cutAtAntimeridian } from './antimeridian.ts'

/**
 * A track as GeoJSON (RFC 7946), feature by feature: a line for each segment without a gap, cut where it crosses the
 * antimeridian, and a point for a single fix. What was measured at each place is in `coordinateProperties`, where programs
 * that convert GPX to GeoJSON put it. A segment that is longer than a page is several features, each of which begins where
 * the one before ended, so that only one page is in memory.
 * @param pages positions, the oldest first.
 */
export async function* geojsonDocument(
  track: GpxTrack,
  pages: AsyncIterable<readonly GpxPosition[]>,
): AsyncGenerator<string, void> {
  yield '{"type":"FeatureCollection","features":['
  let separator = '\n'
  for await (const { number, positions } of stretchesOf(pages)) {
    for (const part of cutAtAntimeridian(positions)) {
      yield `${separator}${JSON.stringify(featureOf(track, number, part))}`
      separator = ',\n'
    }
  }
  yield '\n]}\n'
}

interface Stretch {
  /** Counted from 1; the features of one segment have the same number. */
  number: number
  positions: GpxPosition[]
}

async function* stretchesOf(pages: AsyncIterable<readonly GpxPosition[]>): AsyncGenerator<Stretch, void> {
  let number = 1
  let positions: GpxPosition[] = []
  /** Whether the first position ended the feature before. */
  let goesOn = false
  const isNew = () => positions.length > (goesOn ? 1 : 0)
  for await (const page of pages) {
    for (const position of page) {
      const previous = positions.at(-1)
      if (previous !== undefined && isBreak(previous, position)) {
        if (isNew()) yield { number, positions }
        number += 1
        positions = []
        goesOn = false
      }
      positions.push(position)
    }
    // A position at the end of a page may be the first of a line.
    if (positions.length < 2) continue
    yield { number, positions }
    positions = positions.slice(-1)
    goesOn = true
  }
  if (isNew()) yield { number, positions }
}

function featureOf({ name }: GpxTrack, number: number, part: readonly GpxPosition[]) {
  const coordinates = part.map(placeOf)
  const geometry =
    coordinates.length === 1 ? { type: 'Point', coordinates: coordinates[0] } : { type: 'LineString', coordinates }
  const properties = {
    name,
    stretch: number,
    startTime: part[0]?.recordedAt,
    endTime: part.at(-1)?.recordedAt,
    coordinateProperties: {
      times: part.map(({ recordedAt }) => recordedAt),
      speedsKmh: part.map(({ speed }) => speed ?? null),
      courses: part.map(({ course }) => course ?? null),
      accuraciesMetres: part.map(({ accuracy }) => accuracy ?? null),
      flags: part.map(({ flag }) => flag ?? null),
    },
  }
  return { type: 'Feature', geometry, properties }
}

/** Longitude first; seven decimals are a centimetre. */
function placeOf({ longitude, latitude, altitude }: GpxPosition): number[] {
  const place = [longitude, latitude].map((degrees) => Number(degrees.toFixed(7)))
  return altitude === undefined ? place : [...place, altitude]
}
