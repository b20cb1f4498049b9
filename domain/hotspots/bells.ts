import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'

/* The bells of Gauss around known accidents (`expected-accidents.ts`): how high they are at a distance, and within a radius. */

/** Metres within which accidents count for a place. */
export function radiusMetres(builtUp: boolean): number {
  return builtUp ? hotspotsServerLimits.builtUpRadiusMetres : hotspotsServerLimits.openRoadRadiusMetres
}

/** The widths of the bells, [open road, built-up area][narrow, wide], as `builtUp` counts. */
const widths = [hotspotsServerLimits.openRoadBellsMetres, hotspotsServerLimits.builtUpBellsMetres] as const
/** Further away a bell has no height worth a number: 1 % of it is there. */
const reachWidths = 3
export const reachMetres = reachWidths * Math.max(...widths.flat())
export const narrowReachMetres = reachWidths * Math.max(...widths.map(([narrow]) => narrow))

/** Heights of a bell by the square of the distance, in equal steps: an exponential for each pair would take minutes. */
interface Heights {
  steps: Float64Array
  stepsPerSquareMetre: number
}

export function heightOf(heights: Heights | undefined, squared: number): number {
  return heights?.steps[Math.floor(squared * heights.stepsPerSquareMetre)] ?? 0
}

/** Of setting and bell, as `widths`. They take a tenth of a second, which an import needs, and a start of the product does not. */
export const densities = madeOnce(() => heightsOfAll(0))
const withinBuiltUp = madeOnce(() => heightsOfAll(radiusMetres(true)))
const withinOpenRoad = madeOnce(() => heightsOfAll(radiusMetres(false)))
/** How much of each bell lies within the radius of a place in a built-up area, or on the open road. */
export const heightsWithin = (builtUp: boolean) => (builtUp ? withinBuiltUp() : withinOpenRoad())

function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

function heightsOfAll(radius: number): Heights[][] {
  return widths.map((ofSetting) => ofSetting.map((width) => heightsOf(width, radius)))
}

/** The density of a bell at a distance, or with a radius: how much of it lies within that radius. */
function heightsOf(width: number, radius: number): Heights {
  const count = 1024
  const stepsPerSquareMetre = count / (reachWidths * width + radius) ** 2
  const steps = Float64Array.from({ length: count }, (_, step) => {
    const distance = Math.sqrt((step + 0.5) / stepsPerSquareMetre)
    return radius === 0 ? bell(width, distance ** 2) : bellWithin(width, radius, distance)
  })
  return { steps, stepsPerSquareMetre }
}

function bell(width: number, squared: number): number {
  return Math.exp(-squared / (2 * width ** 2)) / (2 * Math.PI * width ** 2)
}

/** Summed over rings and directions. */
function bellWithin(width: number, radius: number, distance: number): number {
  const rings = 24
  const directions = 12
  let sum = 0
  for (let ring = 0; ring < rings; ring += 1) {
    const at = (radius * (ring + 0.5)) / rings
    for (let direction = 0; direction < directions; direction += 1) {
      const angle = (Math.PI * (direction + 0.5)) / directions
      sum += at * bell(width, distance ** 2 + at ** 2 - 2 * distance * at * Math.cos(angle))
    }
  }
  return (sum * (radius / rings) * 2 * Math.PI) / directions
}
