import type { Place } from '#contract/base/place.ts'
import type { HotspotCondition } from '#contract/route-check/route-check.ts'
import { isWeekend } from '#domain/time/time.ts'
import { lightAt } from '#domain/route-check/ride-light.ts'
import { covers, isInForce, type RidingWeather, type WeatherKind } from './weather-areas.ts'

/** Why a hazard is one now. */
export interface Reasons {
  /** None: it is not told. */
  conditions: readonly HotspotCondition[]
  /** Whether they hold; else nothing known tells. */
  isSure: boolean
}

interface Now {
  place: Place
  at: Date
  weather: RidingWeather
}

/** The conditions of a hazard that hold now, or else those that may; null where it holds under any. */
export function reasonsNow(conditions: readonly HotspotCondition[] | null, now: Now): Reasons | null {
  if (conditions === null || conditions.length === 0) return null
  const having = (wanted: Verdict) => conditions.filter((condition) => verdictOn(condition, now) === wanted)
  const holding = having('holds')
  return holding.length > 0 ? { conditions: holding, isSure: true } : { conditions: having('unknown'), isSure: false }
}

/** `unknown`: nothing known tells. */
type Verdict = 'holds' | 'unknown' | 'not'

const weatherThatMakes: Record<'wet' | 'icy', readonly WeatherKind[]> = {
  wet: ['thunderstorm', 'rain', 'thaw'],
  icy: ['ice', 'snow'],
}

/** That nobody warns of rain does not mean that it is dry: the weather service warns of much of it only. */
function verdictOn(condition: HotspotCondition, { place, at, weather }: Now): Verdict {
  if (condition === 'weekend') return isWeekend(at) ? 'holds' : 'not'
  if (condition === 'dusk' || condition === 'dark') return lightAt(place, at) === condition ? 'holds' : 'not'
  const holds = weather.areas.some(
    (area) => weatherThatMakes[condition].includes(area.kind) && isInForce(area, at.getTime()) && covers(area, place),
  )
  return holds ? 'holds' : 'unknown'
}
