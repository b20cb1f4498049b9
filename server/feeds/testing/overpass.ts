import type { PoiRecord } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'

export const readBytes = (bytes: Uint8Array, name = 'antwort.json') => overpass.read([{ name, bytes }])

/** Reads an answer of Overpass with these elements. */
export const readElements = (elements: unknown[]) => readBytes(Buffer.from(JSON.stringify({ version: 0.6, elements })))

export async function recordsOf(elements: unknown[]): Promise<PoiRecord[]> {
  const reading = await readElements(elements)
  return 'failure' in reading ? [] : reading.records
}

/** A mapped camera near Karlsruhe. */
export const camera = (tags: Record<string, string> = {}, id = 1) => ({
  type: 'node',
  id,
  lat: 49,
  lon: 8.4,
  tags: { highway: 'speed_camera', ...tags },
})
