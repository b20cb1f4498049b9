import * as z from 'zod/mini'
import type { Instant } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import { bearingDegrees, distanceMetres } from '#domain/geo/geo.ts'
import { courseAt, roadLineText } from '#domain/riding/road-line.ts'
import { hoursTextIn } from '#domain/route-check/work-hours.ts'
import { type Times, timesIn } from './autobahn-times.ts'
import { type PlaceOnMap, placeOf } from '#server/feeds/coordinates.ts'
import type { DropReason, PoiRecord } from '#server/feeds/feed.ts'
import { isDetailed, lineOf, pointOrLine } from '#server/feeds/geojson-line.ts'
import { noteOf } from '#server/feeds/note.ts'
import { roadworkType, spanText } from './roadwork-span.ts'
import { text } from '#server/feeds/text.ts'

const optionalText = z.catch(z.nullable(text), null)
/** Numbers in the live answers, texts in the published description. */
const degrees = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^\s*-?\d+(\.\d+)?\s*$/)),
    z.transform((value) => Number(value)),
  ),
])

const item = z.object({
  identifier: text.check(z.refine((name) => name.trim() !== '' && name.length <= 300)),
  display_type: optionalText,
  title: optionalText,
  subtitle: optionalText,
  description: z.catch(z.array(z.catch(text, '')), []),
  future: z.catch(z.boolean(), false),
  startTimestamp: optionalText,
  point: optionalText,
  extent: optionalText,
  coordinate: z.catch(z.nullable(z.object({ lat: degrees, long: degrees })), null),
  geometry: z.catch(z.nullable(pointOrLine), null),
  abnormalTrafficType: optionalText,
  delayTimeValue: optionalText,
})
export type Item = z.output<typeof item>

/** Null if it is no item of a list. */
export function readItem(candidate: unknown): Item | null {
  const parsed = item.safeParse(candidate)
  return parsed.success ? parsed.data : null
}

/** What an item is shown as, `inWords` where times of it could not be read, or why it is not shown. */
export function recordOf(
  item: Item,
): { record: PoiRecord; swapped: boolean; inWords: boolean } | { reason: DropReason } {
  const times = timesOf(item)
  const poiType = typeOf(item, times)
  if (typeof poiType === 'object') return poiType
  const line = lineIn(item)
  const place = placeIn(item) ?? line[0]
  if (place === undefined) return { reason: 'withoutPlace' }
  const { swapped, ...shown } = place
  const record: PoiRecord = {
    sourceId: item.identifier.trim(),
    poiType,
    ...shown,
    street: item.title?.split('|')[0]?.trim() || null,
    postcode: null,
    city: null,
    speed: null,
    direction: (isDetailed(line) ? courseAt(line, place) : null) ?? directionOf(line),
    line: isDetailed(line) ? roadLineText(line, place) : null,
    note: noteFor(item, times),
    // An item that the operator lists as begun is shown, whatever its texts say about the time. So is one that is announced
    // for nobody knows when: with its words, because it cannot wait for a beginning.
    startsAt: item.future ? times.start : null,
    expiresAt: times.end,
  }
  return { record, swapped, inWords: times.unread.length > 0 }
}

/** The field for the beginning is more exact than the text, but missing from half of the items. */
function timesOf({ startTimestamp, description }: Item) {
  const { start, ...others } = timesIn(description)
  return { start: instantOf(startTimestamp) ?? start, ...others }
}

/** With "Z" or an offset, which old items wrote without its colon. */
function instantOf(timestamp: string | null): Instant | null {
  if (timestamp === null || !/^20\d\d-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(timestamp)) return null
  const timeMs = Date.parse(timestamp)
  return Number.isNaN(timeMs) ? null : new Date(timeMs).toISOString()
}

/** What the words of a warning mean; the first match counts. */
const warnings: readonly { words: RegExp; poiType: PoiType }[] = [
  { words: /Unfall(?!gefahr)/i, poiType: 'Accident' },
  { words: /STATIONARY_TRAFFIC|QUEUING_TRAFFIC|\bStau\b|Stillstand/i, poiType: 'TrafficJam' },
  { words: /Panne|defekte[sr] (Fahrzeug|Lkw|Pkw)|liegengebliebene/i, poiType: 'BrokenDownVehicle' },
  { words: /Glätte|Glatteis|Eisglätte|Ölspur|Aquaplaning|rutschig/i, poiType: 'Slippery' },
  { words: /Sichtbehinderung|Nebel|Rauch/i, poiType: 'ObstructedView' },
]

/** No field states the cause of a closure. Most are works, and the map has no type for a closed road. */
function typeOf(item: Item, { start, end }: Times): PoiType | { reason: DropReason } {
  const isAccident = /vi-unf/i.test(item.identifier) || item.description.some((line) => /Unfall(?!gefahr)/i.test(line))
  switch (item.display_type) {
    case 'ROADWORKS':
      return 'LongTermRoadwork'
    case 'SHORT_TERM_ROADWORKS':
      return 'TemporaryRoadwork'
    case 'CLOSURE':
    case 'CLOSURE_ENTRY_EXIT':
      return isAccident ? 'Accident' : roadworkType(start, end)
    case 'WARNING':
      return isAccident ? 'Accident' : warningType(item)
    case 'WEIGHT_LIMIT_35':
      return { reason: 'heavyVehicles' }
    case null:
    default:
      return { reason: 'withoutType' }
  }
}

/** Merely slow traffic is neither a jam nor an obstacle. */
function warningType({ abnormalTrafficType, description }: Item): PoiType | { reason: DropReason } {
  const words = [abnormalTrafficType ?? '', ...description].join(' ')
  const known = warnings.find((each) => each.words.test(words))
  if (known !== undefined) return known.poiType
  return abnormalTrafficType === null ? 'Obstacle' : { reason: 'slowTraffic' }
}

function placeIn({ coordinate, point }: Item): PlaceOnMap | null {
  if (coordinate !== null) {
    const place = placeOf(coordinate.lat, coordinate.long)
    if (place !== null) return place
  }
  return pairsOf(point)[0] ?? null
}

/** From its beginning to its end in the direction of travel. */
function lineIn({ geometry, extent }: Item): PlaceOnMap[] {
  const line = geometry === null ? [] : lineOf(geometry)
  return line.length > 0 ? line : pairsOf(extent)
}

/** Places from "lat,lon,lat,lon". */
function pairsOf(list: string | null): PlaceOnMap[] {
  const numbers = (list ?? '').split(',').map((part) => (part.trim() === '' ? NaN : Number(part)))
  return numbers.flatMap((latitude, index) =>
    index % 2 === 0 ? (placeOf(latitude, numbers[index + 1] ?? NaN) ?? []) : [],
  )
}

/** Two places closer together than this do not show a direction. */
const shortestMetres = 3

/** Of a line that is only a beginning and an end. */
function directionOf(line: readonly PlaceOnMap[]): number | null {
  const [start, end] = [line[0], line.at(-1)]
  if (start === undefined || end === undefined || distanceMetres(start, end) < shortestMetres) return null
  return Math.round(bearingDegrees(start, end)) % 360
}

const headings = new Map([
  ['CLOSURE', 'Fahrbahn gesperrt'],
  ['CLOSURE_ENTRY_EXIT', 'Ein- oder Ausfahrt gesperrt'],
])

function noteFor(item: Item, { start, end, unread }: Times & { unread: readonly string[] }): string | null {
  const section = item.title?.split('|').slice(1).join('|')
  const direction = item.subtitle?.replace('->', '→')
  const delay = /^\d{1,4}$/.test(item.delayTimeValue ?? '') ? `Zeitverlust ${item.delayTimeValue} Minuten` : null
  const announced = item.future && start === null ? 'angekündigt' : null
  const hours = hoursTextIn(item.description)
  const heading = headings.get(item.display_type ?? '')
  return noteOf(heading, announced, section, direction, delay, hours, spanText(start, end), ...unread)
}
