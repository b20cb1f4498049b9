import type { Place } from '#contract/base/place.ts'

/** Whose rules hold at a place, as far as a page can tell: outlines good to ten kilometres. */
export type Country = 'germany' | 'switzerland' | 'elsewhere'

/** Corners as longitude and latitude, drawn by hand. */
type Outline = readonly (readonly [number, number])[]

const switzerland: Outline = [
  [5.96, 46.13],
  [6.1, 46.58],
  [6.8, 47.1],
  [6.9, 47.35],
  [7.4, 47.45],
  [7.6, 47.57],
  [8.4, 47.57],
  [8.6, 47.78],
  [9.2, 47.65],
  [9.65, 47.45],
  [9.5, 47.05],
  [10.1, 46.85],
  [10.45, 46.9],
  [10.3, 46.55],
  [10.05, 46.25],
  [9.3, 46.4],
  [9, 45.83],
  [8.45, 46.2],
  [8.1, 46],
  [7.85, 45.92],
  [7.05, 45.9],
  [6.8, 46.15],
  [6.8, 46.4],
  [6.32, 46.17],
]
const germany: Outline = [
  [6, 50.75],
  [5.87, 51.05],
  [6.1, 51.6],
  [5.95, 51.85],
  [6.7, 51.9],
  [7.05, 52.25],
  [6.7, 52.55],
  [7.05, 52.8],
  [7.2, 53.3],
  [6.55, 53.6],
  [8, 54],
  [8.3, 55.1],
  [8.65, 54.92],
  [9.9, 54.85],
  [11.3, 54.55],
  [12.5, 54.75],
  [13.7, 54.75],
  [14.3, 53.95],
  [14.45, 53.3],
  [14.15, 52.85],
  [14.75, 52.1],
  [14.7, 51.6],
  [15.04, 51.3],
  [14.85, 50.87],
  [14.3, 51],
  [13, 50.42],
  [12.1, 50.28],
  [12.5, 49.95],
  [12.5, 49.65],
  [13.85, 48.76],
  [13.4, 48.4],
  [12.75, 48.1],
  [13.05, 47.62],
  [12.2, 47.6],
  [10.9, 47.4],
  [10.2, 47.27],
  [9.6, 47.55],
  [8.9, 47.7],
  [8.4, 47.6],
  [7.6, 47.6],
  [7.5, 48.1],
  [7.8, 48.55],
  [8.23, 48.97],
  [7.4, 49.15],
  [6.5, 49.45],
  [6.13, 50.1],
  [6.3, 50.5],
]

export function countryAt(place: Place): Country {
  if (isWithin(switzerland, place)) return 'switzerland'
  return isWithin(germany, place) ? 'germany' : 'elsewhere'
}

/** By how often a line to the east crosses the outline. */
function isWithin(outline: Outline, { latitude, longitude }: Place): boolean {
  let inside = false
  for (const [index, [east, north]] of outline.entries()) {
    const [eastBefore, northBefore] = outline.at(index - 1) ?? [east, north]
    const isCrossed = north > latitude !== northBefore > latitude
    if (isCrossed && longitude < east + ((latitude - north) / (northBefore - north)) * (eastBefore - east))
      inside = !inside
  }
  return inside
}
