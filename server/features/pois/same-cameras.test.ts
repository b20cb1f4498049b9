import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Poi, PoiType } from '#contract/pois/pois.ts'
import { isInside } from '#domain/geo/geo.ts'
import { mergePois } from '#domain/pois/same-things.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'

/* Two real lists of cameras, three years apart, partly by the same people: how many cameras are in both. */

const folder = join(resolve(process.env.SHARED_DIR ?? '../shared'), 'data/speedcams')
const openStreetMap = join(folder, 'osm_speedcams_2018_DERIVED_overpass.json')
const gatso = join(folder, 'open_gatso_2021_all.csv')
const missing = [openStreetMap, gatso].filter((file) => !existsSync(file))

const germany = { west: 6, south: 47.3, east: 15, north: 55 }

describe.skipIf(missing.length > 0)(`two real lists of cameras (needs ${missing.join(', ') || 'nothing more'})`, () => {
  test('name many of the same cameras in Germany, and none disappears', async () => {
    const first = (await camerasOfOpenStreetMap()).filter((poi) => isInside(germany, poi))
    const second = camerasOfGatso().filter((poi) => isInside(germany, poi))
    const merged = mergePois([...first, ...second])
    const both = merged.filter(({ details }) => details.sources !== undefined)
    // Seven of ten cameras of the first list are in the second.
    expect([first.length, second.length, both.length]).toEqual([1621, 4987, 1103])
    expect(merged.length).toBe(first.length + second.length - both.length)
  })
})

async function camerasOfOpenStreetMap(): Promise<Poi[]> {
  const reading = await overpass.read([{ name: 'cameras.json', bytes: readFileSync(openStreetMap) }])
  if ('failure' in reading) throw new Error(reading.failure)
  return reading.records.map((record) => poi(`osm/${record.sourceId}`, 'osm', record))
}

/** `lon,lat,"max @50","place"`: `stop` watches lights, `average` a section. */
function camerasOfGatso(): Poi[] {
  const lines = readFileSync(gatso, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const [longitude, latitude, what = ''] = line.split(',')
    if (longitude === undefined || latitude === undefined) return []
    const speed = /@(\d+)/.exec(what)?.[1]
    const place = { longitude: Number(longitude), latitude: Number(latitude) }
    return [
      poi(`gatso/${index}`, 'gatso', {
        ...place,
        poiType: typeOf(what),
        speed: speed === undefined ? null : Number(speed),
      }),
    ]
  })
}

function typeOf(what: string): PoiType {
  if (what.includes('average')) return 'SectionControl'
  if (!what.includes('stop')) return 'SpeedControl'
  return what.includes('@') ? 'SpeedAndRedLightControl' : 'RedLightControl'
}

type Camera = Pick<PoiRecord, 'poiType' | 'latitude' | 'longitude' | 'speed'> & Partial<PoiRecord>

function poi(id: string, source: string, { poiType, latitude, longitude, speed, direction, kindAssumed }: Camera): Poi {
  const at = '2026-11-21T12:00:00Z'
  return {
    id,
    poiType,
    latitude,
    longitude,
    speed,
    street: null,
    postcode: null,
    city: null,
    createdAt: at,
    updatedAt: at,
    details: {
      source,
      attribution: source,
      fetchedAt: at,
      ...(typeof direction === 'number' && { direction }),
      ...(kindAssumed === true && { kindAssumed }),
    },
  }
}
