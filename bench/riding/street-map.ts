import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Point } from '#bench/guard/receiver.ts'

/** A road as OpenStreetMap has it, with the numbers of its corners: where roads share one, they meet. Metres. */
export interface Street {
  id: number
  name: string | null
  /** As it is tagged there. */
  highway: string
  isOneway: boolean
  corners: readonly Corner[]
}

export interface Corner extends Point {
  key: string
}

const drivable =
  /^(?:motorway|trunk|primary|secondary|tertiary|unclassified|residential|living_street|service)(?:_link)?$/
const metresPerDegree = 111_195

/** The streets around the Siegessäule in Berlin: a roundabout of five arms, most with a carriageway for each direction. */
export function streetsOfBerlin(): Street[] {
  const path = join(process.env['SHARED_DIR'] ?? '../shared', 'data/basemap/berlin-siegessaeule.osm.gz')
  if (!existsSync(path)) return []
  const xml = gunzipSync(readFileSync(path)).toString('utf8')
  const corners = new Map(
    [...xml.matchAll(/<node id="(\d+)"[^>]* lat="([^"]+)" lon="([^"]+)"/g)].map(([, key = '', lat, lon]) => {
      const y = (Number(lat) - 52.5145) * metresPerDegree
      const x = (Number(lon) - 13.35) * metresPerDegree * Math.cos((52.5145 * Math.PI) / 180)
      return [key, { key, x, y }] as const
    }),
  )
  return [...xml.matchAll(/<way id="(\d+)"[\s\S]*?<\/way>/g)].flatMap(([text, id]) => {
    const tags = new Map(
      [...text.matchAll(/<tag k="([^"]+)" v="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    )
    const highway = tags.get('highway') ?? ''
    if (!drivable.test(highway)) return []
    return [
      {
        id: Number(id),
        name: tags.get('name') ?? null,
        highway,
        isOneway: tags.get('oneway') === 'yes',
        corners: [...text.matchAll(/<nd ref="(\d+)"/g)].flatMap(([, key = '']) => corners.get(key) ?? []),
      },
    ]
  })
}

/** Metres from the south; 30 and 60 m beside another there are streets of the same course, and one has two carriageways. */
const rows = [0, 260, 290, 560, 820, 880, 1140, 1158, 1420, 1680] as const
const onewayRows: ReadonlyMap<number, 1 | -1> = new Map([
  [1140, 1],
  [1158, -1],
])
const columns = [0, 240, 480, 720, 960, 1200, 1440, 1680] as const
const cornerMetres = 40

/** A made-up town of winding streets. */
export function streetsOfTown(): Street[] {
  let id = 1
  const at = (u: number, v: number): Corner => ({
    key: `${u}/${v}`,
    x: u - 840 + 20 * Math.sin(v / 300),
    y: v - 840 + 25 * Math.sin(u / 400),
  })
  const street = (name: string, corners: Corner[], oneway: 1 | -1 | undefined): Street => ({
    id: id++,
    name,
    highway: oneway === undefined ? 'residential' : 'primary',
    isOneway: oneway !== undefined,
    corners: oneway === -1 ? corners.toReversed() : corners,
  })
  const between = (from: number, to: number) => {
    const count = Math.max(1, Math.round((to - from) / cornerMetres))
    return Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count)
  }
  const along = rows.flatMap((v) =>
    columns.slice(1).map((to, index) => {
      const corners = between(columns[index] ?? 0, to).map((u) => at(u, v))
      return street(onewayRows.has(v) ? 'Lange Allee' : `${v}. Straße`, corners, onewayRows.get(v))
    }),
  )
  const across = columns.flatMap((u) =>
    rows.slice(1).map((to, index) =>
      street(
        `${u}. Weg`,
        between(rows[index] ?? 0, to).map((v) => at(u, v)),
        undefined,
      ),
    ),
  )
  return [...along, ...across]
}
