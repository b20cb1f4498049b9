import { setImmediate as nextTurn } from 'node:timers/promises'
import { closuresLimits, closuresServerLimits } from '#contract/closures/closures-limits.ts'
import { cut } from '#contract/base/text.ts'
import { closureRulesOf } from '#domain/closures/closure-rules.ts'
import { simplify } from '#domain/track/track.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import {
  type ClosureFeed,
  type ClosureRecord,
  createTally,
  type DropReason,
  type FeedFile,
  type FeedReading,
} from '#server/feeds/feed.ts'
import { type OsmElement, readElement } from './osm-element.ts'
import { askedOfOverpass, elementsIn } from './overpass.ts'

/** Roads that riders pass through; tracks and service roads are closed everywhere, and no route leads there. */
const roads = '^(motorway|trunk|primary|secondary|tertiary|unclassified|residential|living_street|road)(_link)?$'
const closing = '^(no|private|permit|agricultural|forestry|agricultural;forestry|destination)$'

const query = `[out:json][timeout:180];
area["ISO3166-1"="DE"][admin_level=2]->.a;
( way["highway"~"${roads}"]["motorcycle"~"${closing}"](area.a);
  way["highway"~"${roads}"]["motorcycle:conditional"](area.a);
  way["highway"~"${roads}"]["motor_vehicle"~"${closing}"](area.a);
  way["highway"~"${roads}"]["motor_vehicle:conditional"](area.a);
  way["highway"~"${roads}"]["access:conditional"](area.a); );
out geom;`

/** Roads that are closed for motorcycles, of OpenStreetMap; asked for by itself, so that neither answer waits for the other. */
export const osmClosures: ClosureFeed = {
  kind: 'closures',
  name: 'osm-closures',
  title: 'Sperrungen für Motorräder aus OpenStreetMap',
  ...askedOfOverpass(query),
  read,
}

async function read(files: readonly FeedFile[]): Promise<FeedReading<ClosureRecord>> {
  const tally = createTally()
  const records = new Map<string, ClosureRecord>()
  let named = 0
  let swapped = 0
  for (const file of files) {
    const found = elementsIn(file)
    if ('failure' in found) return found
    named += found.elements.length
    if (named > closuresServerLimits.most) {
      return { failure: `${file.name} nennt mehr als ${closuresServerLimits.most} Straßen` }
    }
    for (const chunk of inChunks(found.elements, 1000)) {
      for (const candidate of chunk) {
        const element = readElement(candidate)
        const record = element === null ? 'unreadable' : closureOf(element)
        if (typeof record === 'string') tally.drop(record)
        else if (records.has(record.id)) tally.drop('duplicate')
        else {
          records.set(record.id, record)
          if (element?.place?.swapped === true) swapped += 1
        }
      }
      await nextTurn()
    }
  }
  return { records: [...records.values()], read: named, dropped: tally.dropped, swapped }
}

/** A road that is closed for motorcycles, or why it is none. */
function closureOf({ key, type, tags, line }: OsmElement): ClosureRecord | DropReason {
  if (type !== 'way' || tags['highway'] === undefined) return 'offRoad'
  if (line.length < 2) return 'withoutPlace'
  const rules = closureRulesOf(tags)
  if (rules === null) return 'openToMotorcycles'
  const name = tags['name'] ?? tags['ref'] ?? null
  return {
    id: key,
    name: name === null ? null : cut(name, closuresLimits.nameLength),
    line: simplify(line, closuresServerLimits.corners),
    rules,
  }
}
