import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Instant, Place } from '#contract/base/place.ts'
import { roadLineText } from '#domain/riding/road-line.ts'
import { instantOfWallTime } from '#domain/time/time.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import { createTally, type FeedFile, type FeedReading, type PoiFeed, type PoiRecord } from '#server/feeds/feed.ts'
import { isDetailed, lineOf, middleOf, pointOrLine } from '#server/feeds/geojson-line.ts'
import { jsonIn } from '#server/feeds/json-file.ts'
import { noteOf } from '#server/feeds/note.ts'
import { roadworkType, spanText } from './roadwork-span.ts'
import { text } from '#server/feeds/text.ts'

/** Road works and closures of all roads in Baden-Württemberg, by MobiData BW (feeds, section 5). */
export const roadworks: PoiFeed = {
  kind: 'pois',
  name: 'roadworks',
  title: 'Baustellen in Baden-Württemberg von MobiData BW',
  attribution:
    'MobiData BW, Datenlizenz Deutschland – Namensnennung – Version 2.0 (https://www.govdata.de/dl-de/by-2-0), verändert',
  request: {
    url: 'https://api.mobidata-bw.de/datasets/traffic/roadworks/roadworks_geojson.json',
    timeoutMs: feedsServerLimits.downloadTimeoutMs,
    maxBytes: feedsServerLimits.jsonBytes,
  },
  pollMinutes: 60,
  read,
}

const collection = z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) })

async function read(files: readonly FeedFile[]): Promise<FeedReading<PoiRecord>> {
  const tally = createTally()
  const works = new Map<string, Work>()
  let named = 0
  for (const file of files) {
    const found = featuresIn(file)
    if ('failure' in found) return found
    named += found.features.length
    for (const chunk of inChunks(found.features, 500)) {
      for (const candidate of chunk) {
        const work = readWork(candidate)
        if (typeof work === 'string') tally.drop(work)
        else if (works.has(work.record.sourceId)) tally.drop('duplicate')
        else works.set(work.record.sourceId, work)
      }
      await nextTurn()
    }
  }
  const all = [...works.values()]
  return {
    records: all.map(({ record }) => record),
    read: named,
    dropped: tally.dropped,
    swapped: all.filter(({ swapped }) => swapped).length,
  }
}

function featuresIn(file: FeedFile): { features: unknown[] } | { failure: string } {
  const json = jsonIn(file, 'GeoJSON-Datei von MobiData BW')
  if ('failure' in json) return json
  const parsed = collection.safeParse(json.value)
  if (!parsed.success) return { failure: `${file.name} ist keine GeoJSON-Datei von MobiData BW` }
  return { features: parsed.data.features }
}

const optionalText = z.catch(z.nullable(text), null)

const feature = z.object({
  geometry: z.unknown(),
  properties: z.object({
    id: z.union([text, z.number()]),
    type: text,
    description: optionalText,
    street: optionalText,
    direction: optionalText,
    starttime: optionalText,
    endtime: optionalText,
  }),
})
type Properties = z.output<typeof feature>['properties']

interface Work {
  record: PoiRecord
  swapped: boolean
}

/** Road works of the source, or why they cannot be shown. */
function readWork(candidate: unknown): Work | 'unreadable' | 'withoutPlace' | 'withoutType' {
  const parsed = feature.safeParse(candidate)
  if (!parsed.success || `${parsed.data.properties.id}`.trim() === '') return 'unreadable'
  const { properties } = parsed.data
  if (!kinds.has(properties.type)) return 'withoutType'
  const geometry = pointOrLine.safeParse(parsed.data.geometry)
  const line = geometry.success ? lineOf(geometry.data) : []
  const place = middleOf(line)
  if (place === null) return 'withoutPlace'
  const record = { ...recordOf(properties, place), line: isDetailed(line) ? roadLineText(line, place) : null }
  return { record, swapped: line.some(({ swapped }) => swapped) }
}

const kinds = new Map([
  ['CONSTRUCTION', 'Bauarbeiten'],
  ['ROAD_CLOSED', 'Straße gesperrt'],
])
const directions = new Map([
  ['BOTH_DIRECTIONS', 'beide Richtungen'],
  ['ONE_DIRECTION', 'nur eine Richtung'],
])

function recordOf(properties: Properties, place: Place): PoiRecord {
  const { id, type, street, direction, description } = properties
  const startsAt = instantOf(properties.starttime, '00:00')
  const expiresAt = instantOf(properties.endtime, '23:59')
  return {
    sourceId: `${id}`.trim().slice(0, 300),
    poiType: roadworkType(startsAt, expiresAt),
    ...place,
    street: street?.trim() || null,
    postcode: null,
    city: null,
    speed: null,
    // The source says that one direction is concerned, but not which.
    direction: null,
    note: noteOf(kinds.get(type), description, directions.get(direction ?? ''), spanText(startsAt, expiresAt)),
    startsAt,
    expiresAt,
  }
}

/** An ISO time with its offset, else a German local time; for a mere day at its `timeOfDay`. */
function instantOf(time: string | null, timeOfDay: string): Instant | null {
  const [, day, clock, offset] =
    /^(20\d\d-\d\d-\d\d)(?:[T ](\d\d:\d\d)[\d:.]*(Z|[+-]\d\d:?\d\d)?)?$/.exec(time?.trim() ?? '') ?? []
  if (day === undefined) return null
  if (offset === undefined) return instantOfWallTime(`${day}T${clock ?? timeOfDay}`)
  const timeMs = Date.parse(`${day}T${clock}:00${offset}`)
  return Number.isNaN(timeMs) ? null : new Date(timeMs).toISOString()
}
