import { autobahn } from '#server/feeds/roads/autobahn.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import type { Feed } from '#server/feeds/feed.ts'
import { osmClosures } from '#server/feeds/osm/osm-closures.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'
import { roadworks } from '#server/feeds/roads/roadworks.ts'
import { alertOf, area, square } from '#server/feeds/testing/cap.ts'

type Degrees = number | string | null

/** A good file of each source with one entry at a place, written over several lines. */
export const sources: { feed: Feed; entryAt(latitude: Degrees, longitude: Degrees): string }[] = [
  {
    feed: overpass,
    entryAt: (lat, lon) =>
      json({ elements: [{ type: 'node', id: 1, lat, lon, tags: { highway: 'speed_camera', name: 'Brühl' } }] }),
  },
  {
    feed: osmClosures,
    entryAt: (lat, lon) => {
      const geometry = [0, 0.01].map((east) => ({ lat, lon: typeof lon === 'number' ? lon + east : lon }))
      const tags = { highway: 'primary', motorcycle: 'no', name: 'Brühl' }
      return json({ elements: [{ type: 'way', id: 1, geometry, tags }] })
    },
  },
  {
    feed: autobahn,
    entryAt: (lat, long) =>
      json({ warning: [{ identifier: '1', display_type: 'WARNING', title: 'Brühl', coordinate: { lat, long } }] }),
  },
  {
    feed: roadworks,
    entryAt: (latitude, longitude) =>
      json({
        type: 'FeatureCollection',
        features: [
          {
            geometry: { type: 'Point', coordinates: [longitude, latitude] },
            properties: { id: '1', type: 'CONSTRUCTION', street: 'Brühl' },
          },
        ],
      }),
  },
  {
    feed: cap,
    entryAt: (latitude, longitude) => {
      const [near, far] = [String(latitude), String(Number(latitude) + 1)]
      const [west, east] = [String(longitude), String(Number(longitude) + 1)]
      const corners = [`${near},${west}`, `${far},${west}`, `${far},${east}`]
      const polygon = `<polygon>${[...corners, corners[0]].join(' ')}</polygon>`
      return alertOf({ event: 'BÖEN', areas: area.replace(square, polygon) })
    },
  },
]
const json = (value: unknown) => JSON.stringify(value, null, 1)

/** Road works with everything that is read from them. */
export const wholeWork = json({
  type: 'FeatureCollection',
  features: [
    {
      geometry: {
        type: 'LineString',
        coordinates: [
          [8.4, 49],
          [8.42, 49],
        ],
      },
      properties: {
        id: 'BW-1',
        type: 'CONSTRUCTION',
        description: 'Fahrbahnerneuerung',
        street: 'L605',
        direction: 'ONE_DIRECTION',
        starttime: '2026-10-05T08:00:00+02:00',
        endtime: '2026-12-24T17:00:00+01:00',
      },
    },
  ],
})

export const filesOf = (bytes: Uint8Array) => [{ name: 'datei', bytes }]
