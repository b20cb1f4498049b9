import * as z from 'zod/mini'
import type { Place } from '#contract/base/place.ts'
import { type PlaceOnMap, placeOf } from '#server/feeds/coordinates.ts'
import { middleOf } from '#server/feeds/geojson-line.ts'
import { text } from '#server/feeds/text.ts'

const point = z.object({ lat: z.number(), lon: z.number() })

/** A way's corners after `out geom`; null where the answer leaves one out. */
const geometry = z.catch(z._default(z.array(z.catch(z.nullable(point), null)), []), [])

const member = z.object({
  type: z.string(),
  ref: z.int(),
  role: z.string(),
  // Only after `out geom`.
  lat: z.catch(z.optional(z.number()), undefined),
  lon: z.catch(z.optional(z.number()), undefined),
})

/** Extra fields are allowed and not read; a malformed optional field counts as absent. */
const element = z.object({
  type: z.enum(['node', 'way', 'relation']),
  id: z.int(),
  lat: z.catch(z.optional(z.number()), undefined),
  lon: z.catch(z.optional(z.number()), undefined),
  center: z.catch(z.optional(point), undefined),
  tags: z.catch(z._default(z.record(z.string(), text), {}), {}),
  members: z.catch(z._default(z.array(z.catch(z.nullable(member), null)), []), []),
  geometry,
})

/** A node, way or relation. Its key is its type and id, because the three are numbered separately. */
export interface OsmElement {
  key: string
  type: 'node' | 'way' | 'relation'
  place: PlaceOnMap | null
  tags: Readonly<Record<string, string>>
  members: readonly OsmMember[]
  /** Of a way that came with its corners. */
  line: readonly Place[]
}

export interface OsmMember {
  key: string
  role: string
  /** In some forms of the answer it comes with the member itself. */
  place: PlaceOnMap | null
}

/** Null if it is no element of OpenStreetMap. */
export function readElement(candidate: unknown): OsmElement | null {
  const parsed = element.safeParse(candidate)
  if (!parsed.success) return null
  const { type, id, tags, center, members, geometry: corners } = parsed.data
  const line = corners.flatMap((corner) => placeIn(corner ?? undefined) ?? [])
  return {
    key: `${type}/${id}`,
    type,
    tags,
    place: placeIn(parsed.data) ?? placeIn(center) ?? middleIn(line),
    line: line.map(({ latitude, longitude }) => ({ latitude, longitude })),
    members: members
      .filter((each) => each !== null)
      .map((each) => ({ key: `${each.type}/${each.ref}`, role: each.role, place: placeIn(each) })),
  }
}

/** On the road, as the middle of its outline often is not. */
function middleIn(line: readonly PlaceOnMap[]): PlaceOnMap | null {
  const middle = middleOf(line)
  return middle === null ? null : { ...middle, swapped: line.some(({ swapped }) => swapped) }
}

function placeIn(point: { lat?: number | undefined; lon?: number | undefined } | undefined): PlaceOnMap | null {
  if (point?.lat === undefined || point.lon === undefined) return null
  return placeOf(point.lat, point.lon)
}
