import type { weatherKinds } from '#contract/riding/riding-limits.ts'
import type { Instant, Place } from '#contract/base/place.ts'
import type { DataStatus, WarningLevel } from '#contract/weather.ts'
import { lineOfText } from '#domain/geo/line-text.ts'
import { type Offset, offsetTo } from './plane.ts'

export type WeatherKind = (typeof weatherKinds)[number]

/** The area of a warning, or the part of it in a tile. */
export interface WeatherArea {
  /** Of the warning: its parts in several tiles have the same. */
  id: string
  kind: WeatherKind
  level: WarningLevel
  validFrom: Instant
  /** Null: until cancelled. */
  validUntil: Instant | null
  /** Closed outlines as texts (`geo/line-text.ts`), holes among them. */
  rings: readonly string[]
}

/** What is known of the weather around a ride. */
export interface RidingWeather {
  /** Of the warnings: only `ok` says that where there is none, none is in force. */
  status: DataStatus
  areas: readonly WeatherArea[]
}

export const unknownWeather: RidingWeather = { status: 'unavailable', areas: [] }

/** What the weather service calls an event; the first match counts (feeds, section 2b). */
const words: readonly [RegExp, WeatherKind][] = [
  [/GEWITTER|HAGEL|TORNADO/i, 'thunderstorm'],
  [/SCHNEE/i, 'snow'],
  [/REGEN/i, 'rain'],
  [/TAUWETTER/i, 'thaw'],
  [/GL[AÄ]TT|FROST|\bEIS/i, 'ice'],
  [/NEBEL/i, 'fog'],
  [/BÖEN|STURM|WIND|ORKAN/i, 'wind'],
]

/** What an event is for riders; null for what does not matter on the road, such as heat. */
export function weatherKindOf(event: string): WeatherKind | null {
  return words.find(([pattern]) => pattern.test(event))?.[1] ?? null
}

export function isInForce({ validFrom, validUntil }: WeatherArea, at: number): boolean {
  return Date.parse(validFrom) <= at && (validUntil === null || Date.parse(validUntil) > at)
}

/** The sides of an area's outlines as seen from a place. */
export function* sidesFrom(place: Place, rings: readonly string[]): Generator<[Offset, Offset]> {
  for (const ring of rings) {
    let before: Offset | null = null
    for (const corner of lineOfText(ring)) {
      const here = offsetTo(place, corner)
      if (before !== null) yield [before, here]
      before = here
    }
  }
}

/** Inside where a line to the north crosses the outlines an odd number of times. */
export function covers({ rings }: WeatherArea, place: Place): boolean {
  let isInside = false
  for (const [one, other] of sidesFrom(place, rings)) {
    if (one.east > 0 === other.east > 0) continue
    const share = one.east / (one.east - other.east)
    if (one.north + share * (other.north - one.north) > 0) isInside = !isInside
  }
  return isInside
}
