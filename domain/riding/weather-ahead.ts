import { ridingLimits } from '#contract/riding/riding-limits.ts'
import type { Motion } from './motion.ts'
import { type Offset, radiansPerDegree } from './plane.ts'
import { covers, isInForce, type RidingWeather, sidesFrom, type WeatherArea } from './weather-areas.ts'

const { weatherSeconds, weatherDegrees, weatherStepDegrees, leastWeatherLevel } = ridingLimits

/** A warning of the weather that begins on the way, or in which the ride is already. */
export interface WeatherAhead {
  area: WeatherArea
  /** Milliseconds since 1970. */
  at: number
  /** To where it begins; 0: the ride is in it. */
  metres: number
}

/**
 * The warnings that begin within reach in the directions that the way may take, the most severe first. A third of them is
 * never entered, because roads bend: they are near, not surely on the way.
 */
export function weatherAhead(motion: Motion, weather: RidingWeather): WeatherAhead[] {
  const { course, speed, isRiding, at } = motion
  if (!isRiding || course === null) return []
  const reach = speed * weatherSeconds
  return weather.areas
    .filter((area) => isToldOf(area) && isInForce(area, at))
    .flatMap((area) => {
      const metres = covers(area, motion) ? 0 : metresTo(area, motion, course)
      return metres <= reach ? [{ area, at, metres }] : []
    })
    .toSorted((one, other) => other.area.level - one.area.level || one.metres - other.metres)
}

/** Ice throws a rider off at any level. */
function isToldOf({ level, kind }: WeatherArea): boolean {
  return level >= leastWeatherLevel || kind === 'ice'
}

/** Where the first of the directions around the course meets the outline; infinite if none does. */
function metresTo({ rings }: WeatherArea, motion: Motion, course: number): number {
  const directions: number[] = []
  for (let turn = -weatherDegrees; turn <= weatherDegrees; turn += weatherStepDegrees) {
    directions.push(course + turn * radiansPerDegree)
  }
  let nearest = Infinity
  for (const side of sidesFrom(motion, rings)) {
    for (const direction of directions) nearest = Math.min(nearest, crossingAt(direction, side))
  }
  return nearest
}

/** How far ahead in a direction a side lies; infinite if it is not there. */
function crossingAt(direction: number, [one, other]: [Offset, Offset]): number {
  const [east, north] = [Math.sin(direction), Math.cos(direction)]
  const asideOf = (corner: Offset) => corner.east * north - corner.north * east
  const [first, second] = [asideOf(one), asideOf(other)]
  if (first > 0 === second > 0) return Infinity
  const share = first / (first - second)
  const [x, y] = [one.east + share * (other.east - one.east), one.north + share * (other.north - one.north)]
  const ahead = x * east + y * north
  return ahead > 0 ? ahead : Infinity
}
