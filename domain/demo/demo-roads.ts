import type { Place } from '#contract/base/place.ts'
import { bearingDegrees, destination, distanceMetres } from '#domain/geo/geo.ts'

/**
 * The roads of the demo world: laid by hand from village to village along a valley and a federal highway near Karlsruhe, with
 * bends by a formula. They have the shape of roads and are copied from no map.
 */
export interface DemoRoad {
  /** Dense enough to be drawn. `share`: of the whole time of riding, up to there. */
  points: readonly (Place & { share: number })[]
}

/** @param bendMetres how far the road swings to both sides until the next corner. */
type Corner = readonly [latitude: number, longitude: number, kmh: number, bendMetres: number]

/** Up the valley of the Alb, over a pass with hairpins into that of the Murg, and back along the edge of the plain. */
const albAndMurg: readonly Corner[] = [
  // Karlsruhe
  [49.005, 8.4045, 32, 0],
  [48.9995, 8.4038, 32, 0],
  [48.9945, 8.4065, 38, 0],
  [48.9865, 8.4052, 50, 24],
  [48.9742, 8.4052, 48, 20],
  [48.9628, 8.4041, 72, 30],
  // Ettlingen
  [48.9482, 8.4062, 40, 0],
  [48.9412, 8.4085, 30, 0],
  [48.9372, 8.4152, 42, 0],
  // Along the Alb
  [48.9312, 8.4246, 78, 60],
  [48.9222, 8.4398, 82, 90],
  [48.9128, 8.4441, 78, 110],
  [48.9012, 8.4452, 80, 120],
  [48.8876, 8.4553, 75, 110],
  [48.8768, 8.4521, 78, 100],
  [48.8662, 8.4472, 44, 40],
  [48.8531, 8.4415, 85, 120],
  [48.8402, 8.4391, 80, 110],
  [48.8303, 8.4362, 75, 110],
  [48.8181, 8.4372, 82, 90],
  [48.8072, 8.4339, 52, 50],
  // Bad Herrenalb
  [48.7982, 8.4364, 34, 0],
  [48.7932, 8.4322, 38, 40],
  // Hairpins
  [48.7901, 8.4236, 38, 90],
  [48.7921, 8.4152, 30, 50],
  [48.7868, 8.4171, 30, 50],
  [48.7862, 8.4052, 32, 50],
  [48.7815, 8.4082, 32, 50],
  [48.7782, 8.3952, 46, 60],
  // Loffenau
  [48.7722, 8.3848, 38, 40],
  [48.7696, 8.3712, 70, 90],
  [48.7668, 8.3572, 48, 80],
  // Gernsbach
  [48.7642, 8.3382, 34, 0],
  [48.7725, 8.3398, 52, 30],
  [48.7826, 8.3432, 75, 40],
  [48.7942, 8.3352, 78, 40],
  // Gaggenau
  [48.8038, 8.3212, 48, 20],
  [48.8152, 8.3062, 70, 30],
  [48.8272, 8.2962, 82, 40],
  [48.8392, 8.2872, 75, 30],
  [48.8532, 8.2832, 85, 40],
  // Muggensturm
  [48.8682, 8.2836, 44, 20],
  [48.8782, 8.2982, 85, 30],
  // Malsch
  [48.8892, 8.3182, 78, 40],
  [48.9032, 8.3402, 82, 30],
  [48.9168, 8.3682, 75, 30],
  [48.9288, 8.3862, 70, 20],
  [48.9402, 8.3932, 44, 0],
  [48.9528, 8.3992, 70, 20],
  [48.9628, 8.4041, 50, 20],
  [48.9742, 8.4052, 48, 20],
  [48.9865, 8.4052, 40, 0],
  [48.9945, 8.4065, 34, 0],
  [48.9995, 8.4038, 30, 0],
  [49.005, 8.4045, 0, 0],
]

/** Northwards out of Karlsruhe along the Rhine plain. */
const northwards: readonly Corner[] = [
  [49.0149, 8.3827, 18, 0],
  [49.0172, 8.3862, 30, 0],
  [49.0242, 8.3835, 36, 20],
  [49.0352, 8.3832, 42, 30],
  // Neureut
  [49.0482, 8.3862, 40, 30],
  [49.0642, 8.3908, 72, 40],
  // Eggenstein-Leopoldshafen
  [49.0782, 8.3962, 44, 30],
  [49.0922, 8.4012, 72, 40],
  [49.1112, 8.4072, 82, 40],
  // Linkenheim-Hochstetten
  [49.1292, 8.4122, 46, 40],
  [49.1422, 8.4282, 78, 50],
  [49.1552, 8.4592, 82, 50],
  // Graben-Neudorf
  [49.1652, 8.4882, 40, 30],
  [49.1822, 8.4992, 80, 50],
  [49.2012, 8.5062, 82, 50],
  [49.2182, 8.5122, 0, 0],
]

/** A bend is about as long as this, to one side and back to the other. */
const bendLengthMetres = 1_100
const pointsPerLeg = 24

export const albValley = roadOf(albAndMurg)
export const northRoad = roadOf(northwards)

/** Where the ride up the valley pauses, in Bad Herrenalb: its share of the time of riding. */
export const shareToHerrenalb = albValley.points[21 * pointsPerLeg]?.share ?? 0

/** Where somebody is who has ridden for this share of the time, 0 to 1. */
export function placeOnRoad({ points }: DemoRoad, share: number): Place {
  const next = points.findIndex((point) => point.share >= share)
  const [from, to] = [points[Math.max(0, next - 1)], points[next]]
  if (from === undefined || to === undefined) throw new Error(`no place at ${share} of the road`)
  const part = to === from ? 0 : (share - from.share) / (to.share - from.share)
  return {
    latitude: from.latitude + part * (to.latitude - from.latitude),
    longitude: from.longitude + part * (to.longitude - from.longitude),
  }
}

function roadOf(corners: readonly Corner[]): DemoRoad {
  const ways = corners.flatMap((corner, index) => legOf(corners, index).map((place) => ({ place, kmh: corner[2] })))
  let seconds = 0
  const timed = ways.map(({ place }, index) => {
    const before = ways[index - 1]
    if (before !== undefined) seconds += (3.6 * distanceMetres(before.place, place)) / before.kmh
    return { ...place, seconds }
  })
  return { points: timed.map(({ seconds: at, ...place }) => ({ ...place, share: at / seconds })) }
}

/** From a corner up to the next, which is not among them: a curve through all corners (Catmull–Rom) that swings to both sides. */
function legOf(corners: readonly Corner[], index: number): Place[] {
  const [first, start, end, last] = [index - 1, index, index + 1, index + 2].map((at) => placeOf(corners[at]))
  const [, , , bendMetres] = corners[index] ?? []
  if (start === undefined || end === undefined || bendMetres === undefined) return start === undefined ? [] : [start]
  const bends = Math.max(1, Math.round(distanceMetres(start, end) / bendLengthMetres))
  const aside = bearingDegrees(start, end) + 90
  return Array.from({ length: pointsPerLeg }, (_, step) => {
    const part = step / pointsPerLeg
    const along = (of: (place: Place) => number) => curve(of(first ?? start), of(start), of(end), of(last ?? end), part)
    const place = { latitude: along(({ latitude }) => latitude), longitude: along(({ longitude }) => longitude) }
    const metres = bendMetres * Math.sin(Math.PI * part) * Math.sin(2 * Math.PI * bends * part)
    return destination(place, metres, aside)
  })
}

function placeOf(corner: Corner | undefined): Place | undefined {
  return corner && { latitude: corner[0], longitude: corner[1] }
}

/** Between the two in the middle, at `part` of the way. */
function curve(first: number, start: number, end: number, last: number, part: number): number {
  const turn = 2 * first - 5 * start + 4 * end - last
  return start + (part / 2) * (end - first + part * (turn + part * (3 * (start - end) + last - first)))
}
