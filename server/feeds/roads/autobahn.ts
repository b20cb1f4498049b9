import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { type Item, readItem, recordOf } from './autobahn-item.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import {
  createTally,
  type FeedFile,
  type FeedReading,
  type FeedRequest,
  type PoiFeed,
  type PoiRecord,
} from '#server/feeds/feed.ts'
import { jsonIn } from '#server/feeds/json-file.ts'

const address = 'https://verkehr.autobahn.de/o/autobahn'
const services = ['roadworks', 'warning', 'closure'] as const

/**
 * Road works, warnings and closures of the motorways (feeds, section 3). The operator declares no licence: ask before
 * commercial use.
 */
export const autobahn: PoiFeed = {
  kind: 'pois',
  name: 'autobahn',
  title: 'Verkehrslage der Autobahn GmbH',
  attribution: 'Die Autobahn GmbH des Bundes (https://verkehr.autobahn.de)',
  request: requestOf('/', 'Straßen'),
  parts,
  pollMinutes: 15,
  // Many items have no end: they are over when the list leaves them out. A faulty answer leaves them out, too.
  absences: 1,
  read,
}

function requestOf(path: string, part: string): FeedRequest {
  return {
    url: `${address}${path}`,
    timeoutMs: feedsServerLimits.partTimeoutMs,
    maxBytes: feedsServerLimits.jsonBytes,
    part,
  }
}

const wanted = 'JSON-Antwort der Autobahn GmbH'
const index = z.object({ roads: z.array(z.string()) })

/** Every list of every road. The operator names some roads twice or with a blank. */
function parts(file: FeedFile): FeedRequest[] | { failure: string } {
  const json = jsonIn(file, wanted)
  if ('failure' in json) return json
  const parsed = index.safeParse(json.value)
  const roads = new Set(
    parsed.success ? parsed.data.roads.map((road) => road.trim()).filter((road) => road !== '') : [],
  )
  if (roads.size === 0 || roads.size > feedsServerLimits.mostRoads)
    return { failure: `${file.name} ist keine Liste der Autobahnen` }
  return [...roads].flatMap((road) =>
    services.map((service) => requestOf(`/${encodeURIComponent(road)}/services/${service}`, `${road}/${service}`)),
  )
}

async function read(files: readonly FeedFile[]): Promise<FeedReading<PoiRecord>> {
  const tally = createTally()
  const items = new Map<string, Item>()
  for (const file of files) {
    const found = itemsIn(file)
    if ('failure' in found) return found
    for (const chunk of inChunks(found.items, 200)) {
      for (const candidate of chunk) {
        const item = readItem(candidate)
        if (item === null) tally.drop('unreadable')
        // The lists of several roads may contain the same item: it is shown once.
        else items.set(item.identifier.trim(), item)
      }
      await nextTurn()
    }
  }

  const records: PoiRecord[] = []
  let swapped = 0
  let inWords = 0
  for (const chunk of inChunks([...items.values()], 500)) {
    for (const item of chunk) {
      const found = recordOf(item)
      if ('reason' in found) {
        tally.drop(found.reason)
        continue
      }
      records.push(found.record)
      if (found.swapped) swapped += 1
      if (found.inWords) inWords += 1
    }
    await nextTurn()
  }
  const unreadable = tally.dropped.unreadable ?? 0
  return {
    records,
    read: items.size + unreadable,
    dropped: tally.dropped,
    swapped,
    ...(inWords > 0 && { apart: { inWords } }),
  }
}

const items = z.array(z.unknown())
const lists = z.object({ roadworks: z.optional(items), warning: z.optional(items), closure: z.optional(items) })

/** The list of roads, saved with the others, is no list of items. */
function itemsIn(file: FeedFile): { items: unknown[] } | { failure: string } {
  const json = jsonIn(file, wanted)
  if ('failure' in json) return json
  if (index.safeParse(json.value).success) return { items: [] }
  const parsed = lists.safeParse(json.value)
  const found = parsed.success ? Object.values(parsed.data) : []
  return found.length === 0 ? { failure: `${file.name} ist keine ${wanted}` } : { items: found.flat() }
}
