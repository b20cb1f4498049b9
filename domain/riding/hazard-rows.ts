import type { Place } from '#contract/base/place.ts'
import { metresPerDegree } from '#domain/geo/geo.ts'
import { type Hazard, hazardTypes } from './hazards.ts'
import { lengthOf, offsetTo } from './plane.ts'

/**
 * Hazards by rows of half a kilometre from south to north, and from west to east in each: a fix looks at those around it
 * only. What it looks at stands in columns, because a phone holds tens of thousands.
 */
export interface HazardRows {
  rows: Uint16Array
  latitudes: Float64Array
  longitudes: Float64Array
  /** What else is known of each. */
  others: readonly Omit<Hazard, keyof Place>[]
}

export interface NearHazard {
  hazard: Hazard
  metres: number
}

export function inRows(hazards: readonly Hazard[]): HazardRows {
  const sorted = hazards.toSorted(
    (one, other) => rowOf(one.latitude) - rowOf(other.latitude) || one.longitude - other.longitude,
  )
  return {
    rows: Uint16Array.from(sorted, ({ latitude }) => rowOf(latitude)),
    latitudes: Float64Array.from(sorted, ({ latitude }) => latitude),
    longitudes: Float64Array.from(sorted, ({ longitude }) => longitude),
    others: sorted.map(({ id, type, direction, isReported, isUnconfirmed, isDoubted, line, lines, conditions }) => ({
      id,
      // In an answer each hazard has a copy of the name of its type.
      type: hazardTypes.find((one) => one === type) ?? type,
      direction,
      isReported,
      isUnconfirmed,
      isDoubted,
      line,
      lines,
      conditions,
    })),
  }
}

/** The hazards within so many metres. */
export function hazardsAround(hazards: HazardRows, place: Place, metres: number): NearHazard[] {
  const found: NearHazard[] = []
  const north = metres / metresPerDegree
  const east = north / Math.max(0.01, Math.cos((place.latitude * Math.PI) / 180))
  // East of the antimeridian the world begins again.
  for (const longitude of [place.longitude, place.longitude - 360, place.longitude + 360]) {
    if (Math.abs(longitude) > 180 + east) continue
    for (let row = rowOf(place.latitude - north); row <= rowOf(place.latitude + north); row += 1) {
      let index = firstFrom(hazards, row, longitude - east)
      while (hazards.rows[index] === row && (hazards.longitudes[index] ?? Infinity) <= longitude + east) {
        const near = nearAt(hazards, index, place)
        if (near !== null && near.metres <= metres) found.push(near)
        index += 1
      }
    }
  }
  return found
}

/** The first hazard of a row that does not lie west of a longitude, or of a later row. */
function firstFrom({ rows, longitudes }: HazardRows, row: number, west: number): number {
  let [from, to] = [0, rows.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const there = rows[middle] ?? Infinity
    if (there < row || (there === row && (longitudes[middle] ?? Infinity) < west)) from = middle + 1
    else to = middle
  }
  return from
}

function nearAt({ latitudes, longitudes, others }: HazardRows, index: number, place: Place): NearHazard | null {
  const [latitude, longitude, other] = [latitudes[index], longitudes[index], others[index]]
  if (latitude === undefined || longitude === undefined || other === undefined) return null
  const hazard = { ...other, latitude, longitude }
  return { hazard, metres: lengthOf(offsetTo(place, hazard)) }
}

const rowsPerDegree = 200

const rowOf = (latitude: number) => Math.floor((latitude + 90) * rowsPerDegree)
