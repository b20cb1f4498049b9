import type { RouteItem, RouteWarning } from '#contract/route-check.ts'
import { causeInWords, togetherInWords } from '#domain/hotspots/hotspot-words.ts'
import type { RoutePlace } from '#domain/route-check/route-places.ts'
import { routeCheckTexts } from './texts.ts'
import { formatDistance, formatNumber } from '#web/kit/formats.ts'
import { poiTypeNames } from '#web/texts/pois.ts'

const { item: texts, directions, sides, warnings } = routeCheckTexts

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
export function kmOf({ from, to }: Pick<RoutePlace, 'from' | 'to'>): string {
  const [first, last] = [kilometres(from), kilometres(to)]
  return texts.km(first === last ? first : `${first}–${last}`)
}

/** What is dangerous about a place, in as few words as possible: `Abbiegen, bei Nässe`, or what it is. */
export function placeTitle({ item, records }: RoutePlace): string {
  const [record] = records.toSorted((one, other) => other.accidents - one.accidents)
  return record === undefined ? titleOf(item) : (causeInWords(record) ?? texts.hotspot)
}

/** `Lindenstraße · 7 Unfälle in 3 Jahren, 2 schwer`: where, and what happened; empty if nothing is known. */
export function placeFacts({ item, records }: RoutePlace): string {
  const { street, placeName, city } = item.poi
  return [street ?? placeName ?? city, records.length === 0 ? null : togetherInWords(records)]
    .filter((part) => part !== null && part !== '')
    .join(' · ')
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
