import type { CheckedRoute, RouteItem, RouteWarning } from '#contract/route-check/route-check.ts'
import { hotspotRecord } from '#domain/hotspots/hotspot-record.ts'
import { causeInWords, togetherInWords } from '#domain/hotspots/hotspot-words.ts'
import { isWarnedOf } from '#domain/route-check/departure.ts'
import { type RouteSpot, roadsOf, type Verdict } from '#domain/route-check/route-spots.ts'
import { isWarning } from '#domain/weather/weather.ts'
import { routeCheckTexts } from './texts.ts'
import { counted, formatDayTime, formatDistance, formatNumber, oClock } from '#web/texts/formats.ts'
import { poiTypeNames } from '#web/texts/pois.ts'

const { item: texts, result, directions, sides, warnings } = routeCheckTexts

/** `12,4`: kilometres along the route. */
export function kilometres(metres: number): string {
  return formatNumber(metres / 1000, 1, true)
}

/** `Geschwindigkeitskontrolle 70 km/h` */
export function titleOf({ poi }: RouteItem): string {
  const name = poiTypeNames[poi.poiType]
  return poi.speed === null ? name : `${name} ${texts.limit(formatNumber(poi.speed))}`
}

/** `km 4,3`, or `km 0,0–0,4` of hotspots that follow each other. */
export function kmOf({ from, to }: Pick<RouteSpot, 'from' | 'to'>): string {
  const [first, last] = [kilometres(from), kilometres(to)]
  return texts.km(first === last ? first : `${first}–${last}`)
}

/** `3 Stellen zum Aufpassen`, or that there is none, where that can be said. */
export function verdictInWords(verdict: Verdict): string {
  if (verdict.kind !== 'some') return result.noneMatters[verdict.kind]
  const [one = '', many = ''] = result.mattering
  const places = counted(verdict.count, one, many)
  return verdict.atLeast ? result.atLeast(places) : places
}

/** `28.11.2026, 09:00 Uhr · keine Unwetterwarnung` */
export function weatherInWords(
  { ride, warnings: found, sources }: Pick<CheckedRoute, 'ride' | 'warnings' | 'sources'>,
  checkedAt: Date,
): string {
  const [one = '', many = ''] = result.weather
  const count = found.filter(({ warning }) => isWarning(warning)).length
  const none = ride === null || isWarnedOf(ride, checkedAt) ? result.noWeather : result.weatherUnknown
  return [
    ride === null ? result.now : oClock(formatDayTime(ride.departure.at)),
    count === 0 ? none : counted(count, one, many),
    ...(sources.some(({ stale }) => stale) ? [result.stale] : []),
  ].join(' · ')
}

/** What is dangerous about a place, in as few words as possible: `Abbiegen, bei Nässe`, or what it is. */
export function placeTitle({ item }: Pick<RouteSpot, 'item'>): string {
  const { poiType, details } = item.poi
  const record = poiType === 'AccidentHotspotMoto' ? hotspotRecord(details.note ?? '') : null
  return record === null ? titleOf(item) : (causeInWords(record) ?? texts.hotspot)
}

/** `Lindenstraße · 7 Unfälle in 3 Jahren, 2 schwer`: where, and what happened; empty if nothing is known. */
export function placeFacts(place: RouteSpot): string {
  const { records } = place
  return [whereOf(place), records.length === 0 ? null : togetherInWords(records)]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
}

/** Where the worst of a place is; of others on roads that may be different ones, that there is more around it. */
function whereOf({ item, isOnOneRoad }: RouteSpot): string | null {
  const { street, placeName, city } = item.poi
  const name = street ?? placeName ?? city
  return name === null || isOnOneRoad || roadsOf(item).length === 0 ? name : texts.around(name)
}

/** `km 12,4 · Geschwindigkeitskontrolle 70 km/h · in Fahrtrichtung` */
export function itemInWords(item: RouteItem): string {
  const parts = [texts.km(kilometres(item.alongMetres)), titleOf(item), directions[item.direction]]
  return parts.filter((part) => part !== null).join(' · ')
}

/** `40 m rechts, Durlacher Allee, 76131 Karlsruhe`: where it is, as far as it is known; empty if nothing is known. */
export function whereaboutsOf({ poi, distanceMetres, side }: RouteItem): string {
  const town = [poi.postcode, poi.city].filter(Boolean).join(' ')
  const word = sides[side]
  const beside = word === null ? null : texts.beside(formatDistance(distanceMetres), word)
  return [beside, poi.street, town].filter(Boolean).join(', ')
}

/** `km 3,0 bis 12,5, km 40,0 bis 48,0` */
export function rangesInWords(ranges: RouteWarning['ranges']): string {
  return ranges.map(({ from, to }) => warnings.range(kilometres(from), kilometres(to))).join(', ')
}
