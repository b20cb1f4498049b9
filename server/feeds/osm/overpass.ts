import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { dayMinutes } from '#contract/base/time-units.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import { createTally, type FeedFile, type FeedReading, type PoiFeed, type PoiRecord } from '#server/feeds/feed.ts'
import { jsonIn } from '#server/feeds/json-file.ts'
import { camerasOf } from './osm-cameras.ts'
import { type OsmElement, readElement } from './osm-element.ts'
import { hazardsOf } from './osm-hazards.ts'

/** The hazards of riding mode: for these the roads come, too, with those that meet them. */
const toldOf = 'slippery|ice|gravel|fog'

const query = `[out:json][timeout:180];
area["ISO3166-1"="DE"][admin_level=2]->.a;
( node["highway"="speed_camera"](area.a); relation["type"="enforcement"](area.a); )->.r;
.r out body;
node(r.r); out body;
way(r.r); out center;
node["hazard"](area.a); out body;
way["hazard"](area.a); out center;
node["hazard"~"${toldOf}"](area.a)->.n;
way["hazard"~"${toldOf}"]["highway"](area.a)->.w;
way(bn.n)["highway"]->.on;
( .w; .on; )->.own;
node(w.own)->.joints;
way(bn.joints)["highway"]; out geom;
node["highway"="speed_camera"][~"^maxspeed:(forward|backward)$"~"."](area.a)->.t;
way(bn.t)["highway"]; out geom;`

/** What sources have in common that ask OpenStreetMap's search service Overpass (feeds, section 1). */
export const askedOfOverpass = (query: string) => ({
  attribution: '© OpenStreetMap contributors, ODbL 1.0 (https://www.openstreetmap.org/copyright)',
  request: {
    url: 'https://overpass-api.de/api/interpreter',
    form: { data: query },
    timeoutMs: feedsServerLimits.overpassTimeoutMs,
    maxBytes: feedsServerLimits.jsonBytes,
  },
  pollMinutes: dayMinutes,
})

/** Speed cameras and dangers of OpenStreetMap. */
export const overpass: PoiFeed = {
  kind: 'pois',
  name: 'overpass',
  title: 'Blitzer und Gefahrenstellen aus OpenStreetMap',
  ...askedOfOverpass(query),
  read,
}

const answer = z.object({ elements: z.array(z.unknown()), remark: z.catch(z.optional(z.string()), undefined) })

async function read(files: readonly FeedFile[]): Promise<FeedReading<PoiRecord>> {
  const tally = createTally()
  const elements: OsmElement[] = []
  for (const file of files) {
    const found = elementsIn(file)
    if ('failure' in found) return found
    for (const chunk of inChunks(found.elements, 1000)) {
      for (const candidate of chunk) {
        const element = readElement(candidate)
        if (element === null) tally.drop('unreadable')
        else elements.push(element)
      }
      await nextTurn()
    }
  }
  const unreadable = tally.dropped.unreadable ?? 0
  const cameras = camerasOf(elements, tally)
  const hazards = await hazardsOf(elements, tally)
  return {
    records: [...cameras.records, ...hazards.records],
    read: cameras.read + hazards.read + unreadable,
    dropped: tally.dropped,
    swapped: cameras.swapped + hazards.swapped,
  }
}

/** The elements of a whole answer of Overpass. */
export function elementsIn(file: FeedFile): { elements: unknown[] } | { failure: string } {
  const json = jsonIn(file, 'JSON-Antwort von Overpass')
  if ('failure' in json) return json
  const parsed = answer.safeParse(json.value)
  if (!parsed.success) return { failure: `${file.name} ist keine JSON-Antwort von Overpass` }
  const { elements, remark } = parsed.data
  // A search that ended early answers 200 with what it had found by then.
  if (remark !== undefined && /error|timed out/i.test(remark)) {
    return { failure: `${file.name} ist unvollständig, Overpass meldet: ${remark.slice(0, 200)}` }
  }
  return { elements }
}
