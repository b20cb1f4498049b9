import { describe, expect, test } from 'vitest'
import { autobahn } from '#server/feeds/roads/autobahn.ts'
import { cap } from '#server/feeds/cap/cap.ts'
import type { DropReason, Feed } from '#server/feeds/feed.ts'
import { osmClosures } from '#server/feeds/osm/osm-closures.ts'
import { overpass } from '#server/feeds/osm/overpass.ts'
import { roadworks } from '#server/feeds/roads/roadworks.ts'
import { alertOf, infoOf } from '#server/feeds/testing/cap.ts'
import { filesOf } from '#server/feeds/testing/sources.ts'

/*
 * For each source: every kind of entry that it has, with what is read of it, or why it is passed over. Nothing is passed over
 * without being counted.
 */

/** One entry of a source, or several that belong together: read as these types, or passed over for this reason. */
type Case = readonly [kind: string, entry: unknown, read: readonly string[] | DropReason]

const place = { lat: 49, lon: 8.4 }
const ends = [place, { lat: 49, lon: 8.41 }]
const node = (tags: object) => [{ type: 'node', id: 1, ...place, tags }]
const way = (tags: object) => [{ type: 'way', id: 1, geometry: ends, center: place, tags }]
const enforcement = (role: string, kind: string) => [
  { type: 'node', id: 1, ...place },
  {
    type: 'relation',
    id: 2,
    tags: { type: 'enforcement', enforcement: kind },
    members: [{ type: 'node', ref: 1, role }],
  },
]
const item = (more: object) => ({ identifier: '1', title: 'A8 | X - Y', coordinate: { lat: 49, long: 8.4 }, ...more })
const work = (type: string) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [8.4, 49] },
  properties: { id: '1', type },
})

const table: { feed: Feed; file(entry: unknown): string; cases: readonly Case[] }[] = [
  {
    feed: overpass,
    file: (elements) => JSON.stringify({ elements }),
    cases: [
      ['a camera', node({ highway: 'speed_camera' }), ['SpeedControl']],
      ['a camera of lights', node({ highway: 'speed_camera', enforcement: 'traffic_signals' }), ['RedLightControl']],
      ['a camera of distances', node({ highway: 'speed_camera', enforcement: 'mindistance' }), ['DistanceControl']],
      ['a place of mobile cameras', node({ highway: 'speed_camera', mobile: 'yes' }), ['SemiStationarySpeedCameras']],
      ['a camera mapped as a way', way({ highway: 'speed_camera' }), ['SpeedControl']],
      ['a relation with its device', enforcement('device', 'maxspeed'), ['SpeedControl']],
      ['a relation with its sign', enforcement('force', 'maxspeed'), ['SpeedControl']],
      ['a relation of a section', enforcement('device', 'average_speed'), ['SectionControl']],
      ['a danger on a road', way({ highway: 'primary', hazard: 'curve' }), ['DangerZone']],
      ['a danger at a point', node({ hazard: 'slippery' }), ['Slippery']],
      ['a road that came with a danger', way({ highway: 'primary' }), []],
      ['a camera out of service', node({ highway: 'speed_camera', disused: 'yes' }), 'outOfService'],
      ['a check of axle loads', node({ highway: 'speed_camera', enforcement: 'maxweight' }), 'notACamera'],
      ['a gantry of the lorry toll', enforcement('device', 'toll'), 'notACamera'],
      ['a danger off the road', way({ highway: 'footway', hazard: 'ice' }), 'offRoad'],
      ['a danger of no road', node({ hazard: 'shooting_range' }), 'withoutType'],
      ['a camera without a place', [{ type: 'node', id: 1, tags: { highway: 'speed_camera' } }], 'withoutPlace'],
      ['something else', [{ type: 'area', id: 1 }], 'unreadable'],
    ],
  },
  {
    feed: osmClosures,
    file: (elements) => JSON.stringify({ elements }),
    cases: [
      ['a road that is closed', way({ highway: 'primary', motorcycle: 'no' }), ['closed']],
      ['a road closed at times', way({ highway: 'primary', 'motorcycle:conditional': 'no @ (Sa,Su)' }), ['closed']],
      ['a road that is open', way({ highway: 'primary' }), 'openToMotorcycles'],
      ['a track beside roads', way({ motorcycle: 'no' }), 'offRoad'],
      ['a barrier', node({ barrier: 'gate', motorcycle: 'no' }), 'offRoad'],
      [
        'a road without its line',
        [{ type: 'way', id: 1, tags: { highway: 'primary', motorcycle: 'no' } }],
        'withoutPlace',
      ],
      [
        'a road listed twice',
        [...way({ highway: 'primary', motorcycle: 'no' }), ...way({ highway: 'primary', motorcycle: 'no' })],
        'duplicate',
      ],
      ['something else', [7], 'unreadable'],
    ],
  },
  {
    feed: autobahn,
    file: (entry) => JSON.stringify({ closure: [entry] }),
    cases: [
      ['ROADWORKS', item({ display_type: 'ROADWORKS' }), ['LongTermRoadwork']],
      ['SHORT_TERM_ROADWORKS', item({ display_type: 'SHORT_TERM_ROADWORKS' }), ['TemporaryRoadwork']],
      ['CLOSURE', item({ display_type: 'CLOSURE' }), ['LongTermRoadwork']],
      ['CLOSURE_ENTRY_EXIT', item({ display_type: 'CLOSURE_ENTRY_EXIT' }), ['LongTermRoadwork']],
      ['a closure that is announced', item({ display_type: 'CLOSURE', future: true }), ['LongTermRoadwork']],
      ['WARNING', item({ display_type: 'WARNING' }), ['Obstacle']],
      [
        'WARNING of slow traffic',
        item({ display_type: 'WARNING', abnormalTrafficType: 'SLOW_TRAFFIC' }),
        'slowTraffic',
      ],
      ['WEIGHT_LIMIT_35', item({ display_type: 'WEIGHT_LIMIT_35' }), 'heavyVehicles'],
      ['PARKING', item({ display_type: 'PARKING' }), 'withoutType'],
      ['WEBCAM', item({ display_type: 'WEBCAM' }), 'withoutType'],
      ['ELECTRIC_CHARGING_STATION', item({ display_type: 'ELECTRIC_CHARGING_STATION' }), 'withoutType'],
      ['an item without a place', item({ display_type: 'CLOSURE', coordinate: null }), 'withoutPlace'],
      ['an item without an id', { display_type: 'CLOSURE' }, 'unreadable'],
    ],
  },
  {
    feed: roadworks,
    file: (feature) => JSON.stringify({ type: 'FeatureCollection', features: [feature].flat() }),
    cases: [
      ['CONSTRUCTION', work('CONSTRUCTION'), ['LongTermRoadwork']],
      ['ROAD_CLOSED', work('ROAD_CLOSED'), ['LongTermRoadwork']],
      ['another type', work('HAZARD'), 'withoutType'],
      ['works without a place', { ...work('CONSTRUCTION'), geometry: null }, 'withoutPlace'],
      ['works listed twice', [work('CONSTRUCTION'), work('CONSTRUCTION')], 'duplicate'],
      ['something else', {}, 'unreadable'],
    ],
  },
  {
    feed: cap,
    file: String,
    cases: [
      ['Alert', alertOf(), ['warning']],
      ['Update', alertOf({ head: '<status>Actual</status><msgType>Update</msgType>' }), ['warning']],
      ['two events in one', alertOf({}, infoOf({ event: 'A' }) + infoOf({ event: 'B' })), ['warning', 'warning']],
      ['urgency Future', alertOf({ urgency: 'Future' }), ['advance']],
      ['Cancel', alertOf({ head: '<status>Actual</status><msgType>Cancel</msgType>' }), 'cancelled'],
      ['AllClear', alertOf({ info: '<responseType>AllClear</responseType>' }), 'cancelled'],
      ['status Test', alertOf({ head: '<status>Test</status><msgType>Alert</msgType>' }), 'test'],
      ['status Exercise', alertOf({ head: '<status>Exercise</status><msgType>Alert</msgType>' }), 'test'],
      [
        'code 98, a test with the status Actual',
        alertOf({ info: '<eventCode><valueName>II</valueName><value>98</value></eventCode>' }),
        'test',
      ],
      ['other languages alone', alertOf({ language: 'en-GB' }), 'withoutGermanText'],
      ['no outline', alertOf({ areas: '<area><areaDesc>Stadt</areaDesc></area>' }), 'withoutPlace'],
    ],
  },
]

describe.each(table)('$feed.name', ({ feed, file, cases }) => {
  test.each(cases)('%s', async (_kind, entry, read) => {
    const reading = await feed.read(filesOf(Buffer.from(file(entry))))
    if ('failure' in reading) throw new Error(reading.failure)
    const { records, dropped } = reading
    if (typeof read === 'string') {
      expect(dropped).toEqual({ [read]: 1 })
      expect(records.length).toBe(read === 'duplicate' ? 1 : 0)
    } else {
      const types = records.map((record) => {
        if ('poiType' in record) return record.poiType
        if ('rules' in record) return 'closed'
        return record.advance === true ? 'advance' : 'warning'
      })
      expect(types).toEqual(read)
      // What is read twice over, as a device and in its relation, is named as that.
      expect(Object.keys(dropped).filter((reason) => reason !== 'merged')).toEqual([])
    }
  })

  test('each kind is in the table once', () => {
    expect(new Set(cases.map(([kind]) => kind)).size).toBe(cases.length)
  })
})
