import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingDegrees } from '#domain/geo.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { overpass } from '#server/feeds/overpass.ts'

const folder = join(process.env['SHARED_DIR'] ?? '../shared', 'data/speedcams')
const cameraFile = join(folder, 'osm_speedcams_2018_DERIVED_overpass.json')
const berlinFile = join(folder, 'osm_enforcement_berlin_DERIVED_overpass.json')

const readBytes = (bytes: Uint8Array, name = 'antwort.json') => overpass.read([{ name, bytes }])
const readElements = (elements: unknown[]) => readBytes(Buffer.from(JSON.stringify({ version: 0.6, elements })))

async function recordsOf(elements: unknown[]): Promise<PoiRecord[]> {
  const reading = await readElements(elements)
  return 'failure' in reading ? [] : reading.records
}

async function failureOf(bytes: Uint8Array): Promise<string> {
  const reading = await readBytes(bytes)
  return 'failure' in reading ? reading.failure : 'no failure'
}

const camera = (tags: Record<string, string> = {}, id = 1) => ({
  type: 'node',
  id,
  lat: 49,
  lon: 8.4,
  tags: { highway: 'speed_camera', ...tags },
})

describe('3,012 real cameras', () => {
  test.skipIf(!existsSync(cameraFile))('are counted by type, and 1,691 of them have a limit', async () => {
    const reading = await readBytes(readFileSync(cameraFile))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading).toMatchObject({ read: 3012, swapped: 0, dropped: { notACamera: 2, outOfService: 1 } })
    const counts = Map.groupBy(reading.records, ({ poiType }) => poiType)
    expect(Object.fromEntries([...counts].map(([type, records]) => [type, records.length]))).toEqual({
      SpeedControl: 2974,
      RedLightControl: 28,
      SpeedAndRedLightControl: 2,
      SemiStationarySpeedCameras: 5,
    })
    // 1,700 have the tag: "signals" 4 times, "?" 3 times, "0" once, and one is out of service.
    expect(reading.records.filter(({ speed }) => speed !== null)).toHaveLength(1691)
    expect(new Set(reading.records.map(({ sourceId }) => sourceId)).size).toBe(3009)
  })

  test.skipIf(!existsSync(cameraFile))('are kept abroad, and none gets a direction from where it looks', async () => {
    const reading = await readBytes(readFileSync(cameraFile))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading.records.filter(({ longitude }) => longitude < 5.8).length).toBeGreaterThan(1000)
    expect(reading.records.filter(({ direction }) => direction !== null)).toEqual([])
  })

  test.skipIf(!existsSync(cameraFile))('are read wholly or not at all, wherever the file is cut off', async () => {
    const bytes = readFileSync(cameraFile)
    for (const length of [1, 100, 5000, bytes.length >> 1, bytes.length - 100, bytes.length - 3]) {
      expect(await failureOf(bytes.subarray(0, length))).toBe('antwort.json ist abgeschnitten oder beschädigt')
    }
  })
})

describe('two real relations in Berlin', () => {
  test.skipIf(!existsSync(berlinFile))('give their devices, watching the direction from where one comes', async () => {
    const reading = await readBytes(readFileSync(berlinFile))
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading.dropped).toEqual({ merged: 1 })
    const byId = new Map(reading.records.map((record) => [record.sourceId, record]))
    expect([...byId.keys()].toSorted()).toEqual(['node/27011990', 'node/4489535203'])

    const from = { latitude: 52.5148611, longitude: 13.3492326 }
    const device = { latitude: 52.5146406, longitude: 13.3486782 }
    expect(byId.get('node/4489535203')).toMatchObject({
      ...device,
      poiType: 'RedLightControl',
      direction: Math.round(bearingDegrees(from, device)),
    })
    // The device of the other one is a mere traffic light.
    expect(byId.get('node/27011990')).toMatchObject({ poiType: 'RedLightControl', direction: 306 })
  })
})

describe('what a device watches', () => {
  test.each([
    [{}, 'SpeedControl'],
    [{ enforcement: 'maxspeed' }, 'SpeedControl'],
    [{ enforcement: 'speed_camera' }, 'SpeedControl'],
    [{ enforcement: 'traffic_signals' }, 'RedLightControl'],
    [{ enforcement: 'maxspeed;traffic_signals' }, 'SpeedAndRedLightControl'],
    [{ enforcement: 'traffic_signals; maxspeed' }, 'SpeedAndRedLightControl'],
    [{ enforcement: 'mindistance' }, 'DistanceControl'],
    [{ enforcement: 'average_speed' }, 'SectionControl'],
    [{ enforcement: 'maxspeed;maxweight' }, 'SpeedControl'],
    [{ mobile: 'yes' }, 'SemiStationarySpeedCameras'],
    [{ mobile: 'yes', enforcement: 'traffic_signals' }, 'MobileRedLightControl'],
    [{ mobile: 'yes', enforcement: 'mindistance' }, 'MobileDistanceControl'],
    [{ mobile: 'no' }, 'SpeedControl'],
  ])('%j is a %s', async (tags, poiType) => {
    expect(await recordsOf([camera(tags)])).toMatchObject([{ sourceId: 'node/1', poiType }])
  })

  test.each(['toll', 'access', 'check', 'maxheight', 'maxweight', 'maxheight;maxweight', 'seatbelt'])(
    '"%s" is no camera',
    async (enforcement) => {
      expect(await readElements([camera({ enforcement })])).toMatchObject({ records: [], dropped: { notACamera: 1 } })
    },
  )

  test.each([
    { disused: 'yes' },
    { 'disused:highway': 'speed_camera' },
    { 'abandoned:highway': 'speed_camera' },
    { note: 'seit 2019 außer Betrieb' },
    { 'note:de': 'Ausser Betrieb' },
  ])('%j is out of service', async (tags) => {
    expect(await readElements([camera(tags)])).toMatchObject({ records: [], dropped: { outOfService: 1 } })
  })

  test('a way that leads over a disused railway is nothing to us', async () => {
    expect(await readElements([{ type: 'node', id: 1, lat: 49, lon: 8, tags: { 'disused:railway': 'rail' } }])).toEqual(
      {
        records: [],
        read: 0,
        dropped: {},
        swapped: 0,
      },
    )
  })
})

test.each([
  ['50', 50],
  ['50;30', 50],
  ['70 kmh', 70],
  ['70km/h', 70],
  ['30 mph', 48],
  ['DE:zone:30', 30],
  ['signals', null],
  ['variable', null],
  ['none', null],
  ['DE:urban', null],
  ['?', null],
  ['0', null],
  ['5000', null],
  ['', null],
])('maxspeed=%s is %s km/h', async (maxspeed, speed) => {
  expect(await recordsOf([camera({ maxspeed })])).toMatchObject([{ speed }])
})

test('a limit that holds at times and a description are told in a note', async () => {
  const tags = { maxspeed: '50', 'maxspeed:conditional': '30 @ (22:00-06:00)', description: 'drehbar' }
  expect(await recordsOf([camera(tags)])).toMatchObject([{ note: 'drehbar · Zeitweise: 30 @ (22:00-06:00)' }])
  expect(await recordsOf([camera({ note: 'nur mit JOSM bearbeiten' })])).toMatchObject([{ note: null }])
})

test('an address is kept', async () => {
  const tags = { 'addr:street': 'Kriegsstraße', 'addr:postcode': '76133', 'addr:city': 'Karlsruhe' }
  expect(await recordsOf([camera(tags)])).toMatchObject([
    { street: 'Kriegsstraße', postcode: '76133', city: 'Karlsruhe' },
  ])
})

describe('relations', () => {
  const node = (id: number, lat: number, lon: number, tags = {}) => ({ type: 'node', id, lat, lon, tags })
  const member = (role: string, ref: number) => ({ type: 'node', ref, role })
  const relation = (members: object[], tags: Record<string, string>, id = 100) => ({
    type: 'relation',
    id,
    members,
    tags: { type: 'enforcement', ...tags },
  })
  const device = node(1, 49, 8.4, { highway: 'speed_camera', maxspeed: '50' })
  const south = node(2, 48.999, 8.4)
  const north = node(3, 49.001, 8.4)
  const east = node(4, 49, 8.402)

  test.each([
    { members: [member('from', 2), member('device', 1), member('to', 4)], direction: 0, why: 'from, device and to' },
    { members: [member('from', 3), member('device', 1)], direction: 180, why: 'from and device' },
    { members: [member('device', 1), member('to', 4)], direction: 90, why: 'device and to' },
    { members: [member('device', 1), member('from', 1), member('to', 4)], direction: 90, why: 'from at the device' },
    { members: [member('device', 1), member('force', 4)], direction: null, why: 'a device alone' },
    { members: [member('device', 1), member('from', 99)], direction: null, why: 'an unknown node' },
    { members: [member('device', 1), member('from', 2), member('from', 3)], direction: null, why: 'both directions' },
  ])('$why: the direction is $direction', async ({ members, direction }) => {
    const elements = [device, south, north, east, relation(members, { enforcement: 'maxspeed' })]
    expect(await recordsOf(elements)).toMatchObject([{ sourceId: 'node/1', speed: 50, direction }])
  })

  test('a device watched in two directions by two relations has none, and both kinds', async () => {
    const there = relation([member('from', 2), member('device', 1)], { enforcement: 'maxspeed' }, 100)
    const back = relation([member('from', 3), member('device', 1)], { enforcement: 'traffic_signals' }, 101)
    expect(await recordsOf([device, south, north, there, back])).toMatchObject([
      { sourceId: 'node/1', poiType: 'SpeedAndRedLightControl', direction: null },
    ])
  })

  test('lanes that come together at a device share its direction', async () => {
    const lanes = [node(5, 48.999, 8.3998), node(6, 48.999, 8.4002)]
    const both = relation([member('from', 5), member('from', 6), member('device', 1)], { enforcement: 'maxspeed' })
    expect(await recordsOf([device, ...lanes, both])).toMatchObject([{ direction: 0 }])
  })

  test("a relation's limit and kind count before its device's", async () => {
    const rule = relation([member('device', 1)], { enforcement: 'maxspeed', maxspeed: '30' })
    expect(await recordsOf([device, rule])).toMatchObject([{ speed: 30, poiType: 'SpeedControl' }])
  })

  test.each(['toll', 'check', 'maxheight'])('the gantry of a "%s" is no camera', async (enforcement) => {
    const gantry = node(1, 49, 8.4, { highway: 'toll_gantry' })
    expect(await readElements([gantry, relation([member('device', 1)], { enforcement })])).toMatchObject({
      records: [],
      dropped: { notACamera: 1 },
    })
  })

  test('without a device a relation stands where its sign does', async () => {
    const bare = relation([member('from', 2), member('force', 4), member('to', 3)], { enforcement: 'maxspeed' })
    expect(await recordsOf([south, north, east, bare])).toMatchObject([
      { sourceId: 'relation/100', latitude: 49, longitude: 8.402, direction: 0 },
    ])
  })

  test('a device that is out of service leaves nothing of its relation', async () => {
    const old = node(1, 49, 8.4, { highway: 'speed_camera', disused: 'yes' })
    expect(await recordsOf([old, south, relation([member('from', 2), member('device', 1)], {})])).toEqual([])
  })

  test('members without a known place are counted', async () => {
    const lost = relation([member('device', 99)], { enforcement: 'maxspeed' })
    expect(await readElements([lost])).toMatchObject({ records: [], read: 1, dropped: { withoutPlace: 1 } })
  })

  describe('of a section control', () => {
    const entry = node(1, 49, 8.4, { highway: 'speed_camera' })
    const gate = node(2, 49.01, 8.4, { highway: 'speed_camera' })
    const exit = node(3, 49.02, 8.4, { highway: 'speed_camera' })
    const tags = { enforcement: 'average_speed', maxspeed: '100' }

    test('give entry and exit from their ends, and the devices nothing more', async () => {
      const section = relation(
        [member('from', 1), member('to', 3), member('device', 3), { type: 'way', ref: 7, role: 'section' }],
        tags,
      )
      expect(await readElements([entry, exit, section])).toMatchObject({
        records: [
          { sourceId: 'relation/100/entry', poiType: 'SectionControl', latitude: 49, speed: 100, direction: 0 },
          { sourceId: 'relation/100/exit', poiType: 'SectionControlEnd', latitude: 49.02, speed: 100, direction: 0 },
        ],
      })
    })

    test('give entry, gate and exit from their devices alone', async () => {
      const section = relation([member('device', 1), member('device', 2), member('device', 3)], tags)
      const records = await recordsOf([entry, gate, exit, section])
      expect(records.map(({ poiType, latitude }) => [poiType, latitude])).toEqual([
        ['SectionControl', 49],
        ['SectionControlMid', 49.01],
        ['SectionControlEnd', 49.02],
      ])
    })

    test('keep a device that also watches on its own', async () => {
      const section = relation([member('from', 1), member('to', 3), member('device', 3)], tags)
      const spot = relation([member('device', 3)], { enforcement: 'traffic_signals' }, 101)
      const records = await recordsOf([entry, exit, section, spot])
      expect(records.map(({ sourceId }) => sourceId).toSorted()).toEqual([
        'node/3',
        'relation/100/entry',
        'relation/100/exit',
      ])
    })

    test('with one known end have an entry only', async () => {
      expect(await recordsOf([entry, relation([member('device', 1)], tags)])).toMatchObject([
        { sourceId: 'relation/100/entry', poiType: 'SectionControl', direction: null },
      ])
    })
  })
})

describe('elements', () => {
  test('of different kinds with one id are two, and each counts once however often it is listed', async () => {
    const way = { type: 'way', id: 1, center: { lat: 49.1, lon: 8.4 }, tags: { highway: 'speed_camera' } }
    const records = await recordsOf([camera(), camera(), way])
    expect(records.map(({ sourceId }) => sourceId)).toEqual(['node/1', 'way/1'])
  })

  test('near each other stay two', async () => {
    expect(await recordsOf([camera({}, 1), camera({}, 2)])).toHaveLength(2)
  })

  test('with latitude and longitude in each other’s place are turned, and counted', async () => {
    const turned = { ...camera(), lat: 8.4, lon: 49 }
    expect(await readElements([turned])).toMatchObject({ records: [{ latitude: 49, longitude: 8.4 }], swapped: 1 })
  })

  test('with members or fields nobody knows are read all the same', async () => {
    const odd = {
      ...camera(),
      version: 3,
      user: null,
      geometry: [null],
      tags: { highway: 'speed_camera', odd: 'x\0y' },
    }
    expect(await recordsOf([odd])).toHaveLength(1)
  })

  test.each([
    { what: 'without a place', element: { ...camera(), lat: undefined }, dropped: { withoutPlace: 1 } },
    { what: 'beyond the pole', element: { ...camera(), lat: 200, lon: 300 }, dropped: { withoutPlace: 1 } },
    { what: 'of no kind', element: { ...camera(), type: 'count' }, dropped: { unreadable: 1 } },
    { what: 'that are no object', element: 7, dropped: { unreadable: 1 } },
  ])('$what are counted, and the others read', async ({ element, dropped }) => {
    expect(await readElements([element, camera({}, 2)])).toMatchObject({ read: 2, records: [{}], dropped })
  })
})

describe('an answer that is none', () => {
  test.each([
    ['', 'antwort.json ist leer'],
    ['  \n', 'antwort.json ist leer'],
    ['<html><body>504 Gateway Timeout</body></html>', 'antwort.json ist eine HTML- oder XML-Seite'],
    ['<?xml version="1.0"?><osm/>', 'antwort.json ist eine HTML- oder XML-Seite'],
    ['{"elements":[{"type"', 'antwort.json ist abgeschnitten oder beschädigt'],
    ['{"type":"FeatureCollection","features":[]}', 'antwort.json ist keine JSON-Antwort von Overpass'],
    ['[]', 'antwort.json ist keine JSON-Antwort von Overpass'],
    ['imei,model', 'antwort.json ist keine JSON-Antwort von Overpass'],
    [
      '{"elements":[],"remark":"runtime error: Query timed out in \\"query\\" at line 3"}',
      'antwort.json ist unvollständig',
    ],
  ])('%s is refused', async (body, reason) => {
    expect(await failureOf(Buffer.from(body))).toContain(reason)
  })

  test('spoils the whole reading, whichever file it is', async () => {
    const good = Buffer.from(JSON.stringify({ elements: [camera()] }))
    const files = [
      { name: 'gut.json', bytes: good },
      { name: 'leer.json', bytes: new Uint8Array() },
    ]
    expect(await overpass.read(files)).toEqual({ failure: 'leer.json ist leer' })
  })
})

describe('whatever comes', () => {
  test('bytes are read or refused, never thrown at', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await failureOf(bytes)).not.toBe('no failure')
      }),
      { numRuns: 200 },
    )
  })

  test('elements are read into POIs with distinct ids, places on earth and sensible numbers', async () => {
    const tags = fc.dictionary(
      fc.constantFrom('highway', 'enforcement', 'maxspeed', 'type', 'mobile', 'note'),
      fc.oneof(fc.constantFrom('speed_camera', 'enforcement', 'average_speed', 'maxspeed', '50', 'yes'), fc.string()),
    )
    const id = fc.integer({ min: 1, max: 6 })
    const member = fc.record({
      type: fc.constantFrom('node', 'way'),
      ref: id,
      role: fc.constantFrom('device', 'from', 'to', 'force', ''),
    })
    const element = fc.oneof(
      fc.anything(),
      fc.record(
        {
          type: fc.constantFrom('node', 'way', 'relation'),
          id,
          lat: fc.double({ min: -100, max: 100 }),
          lon: fc.double({ min: -200, max: 200 }),
          members: fc.array(fc.oneof(member, fc.anything())),
          tags: fc.oneof(tags, fc.anything()),
        },
        { requiredKeys: ['type', 'id'] },
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 12 }), async (elements) => {
        const json = JSON.stringify({ elements }, (_key, value: unknown) => (typeof value === 'bigint' ? 0 : value))
        const reading = await readBytes(Buffer.from(json))
        if ('failure' in reading) throw new Error(reading.failure)
        expect(new Set(reading.records.map(({ sourceId }) => sourceId)).size).toBe(reading.records.length)
        for (const { latitude, longitude, direction, speed } of reading.records) {
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
          if (direction !== null) expect(direction >= 0 && direction < 360).toBe(true)
          if (speed !== null) expect(speed > 0 && speed <= 200).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
