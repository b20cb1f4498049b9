import { describe, expect, test } from 'vitest'
import { camera, readElements, recordsOf } from '#server/feeds/testing/overpass.ts'

describe('what a device monitors', () => {
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

  test.each([
    [{}, true],
    [{ enforcement: 'speed_camera' }, true],
    [{ enforcement: 'maxspeed' }, undefined],
    [{ enforcement: 'traffic_signals' }, undefined],
  ])('whether the kind of %j is only assumed is known', async (tags, kindAssumed) => {
    const [record] = await recordsOf([camera(tags)])
    expect(record?.kindAssumed).toBe(kindAssumed)
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

  test('a way over a disused railway is irrelevant', async () => {
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

test('a limit that holds at times and a description appear in a note', async () => {
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

  describe('of one device', () => {
    const from = { south: member('from', 2), north: member('from', 3), east: member('from', 4) }
    const rule = (start: object | null, tags: Record<string, string>, id: number) =>
      relation([member('device', 1), ...(start === null ? [] : [start])], { enforcement: 'maxspeed', ...tags }, id)
    const bare = node(1, 49, 8.4, { highway: 'speed_camera' })
    const shownOf = async (elements: readonly object[]) => {
      const records = await recordsOf([...elements])
      return records
        .map(({ sourceId, poiType, speed, direction }) => `${sourceId} ${poiType} ${speed} ${direction}`)
        .toSorted()
    }

    test.each<{ what: string; device?: object; relations: object[]; shown: string[] }>([
      {
        what: 'two limits for two directions',
        relations: [rule(from.south, { maxspeed: '70' }, 9), rule(from.north, { maxspeed: '50' }, 10)],
        shown: ['node/1 SpeedControl 70 0', 'node/1/relation/10 SpeedControl 50 180'],
      },
      {
        what: 'one limit for two directions',
        relations: [rule(from.south, { maxspeed: '70' }, 9), rule(from.north, { maxspeed: '70' }, 10)],
        shown: ['node/1 SpeedControl 70 0', 'node/1/relation/10 SpeedControl 70 180'],
      },
      {
        what: 'speed there and lights back',
        device,
        relations: [rule(from.south, {}, 100), rule(from.north, { enforcement: 'traffic_signals' }, 101)],
        shown: ['node/1 SpeedControl 50 0', 'node/1/relation/101 RedLightControl 50 180'],
      },
      {
        what: 'speed and lights in one direction',
        relations: [rule(from.south, { maxspeed: '50' }, 9), rule(from.south, { enforcement: 'traffic_signals' }, 10)],
        shown: ['node/1 SpeedAndRedLightControl 50 0'],
      },
      {
        what: 'two limits for one direction: the lower one',
        relations: [rule(from.south, { maxspeed: '70' }, 9), rule(from.south, { maxspeed: '50' }, 10)],
        shown: ['node/1 SpeedControl 50 0'],
      },
      {
        what: 'three roads of a junction',
        relations: [
          rule(from.south, { maxspeed: '70' }, 9),
          rule(from.north, { maxspeed: '60' }, 10),
          rule(from.east, { maxspeed: '50' }, 11),
        ],
        shown: [
          'node/1 SpeedControl 70 0',
          'node/1/relation/10 SpeedControl 60 180',
          'node/1/relation/11 SpeedControl 50 270',
        ],
      },
      {
        what: 'a relation without a direction, which is about all of them',
        relations: [
          rule(from.south, {}, 9),
          rule(from.north, { maxspeed: '50' }, 10),
          rule(null, { maxspeed: '70' }, 11),
        ],
        shown: ['node/1 SpeedControl 70 0', 'node/1/relation/10 SpeedControl 50 180'],
      },
      {
        what: 'a toll there and speed back',
        relations: [rule(from.south, { enforcement: 'toll' }, 9), rule(from.north, { maxspeed: '50' }, 10)],
        shown: ['node/1 SpeedControl 50 180'],
      },
    ])(
      '$what is shown as it is, in whatever order the answer comes',
      async ({ device: own = bare, relations, shown }) => {
        const elements = [own, south, north, east, ...relations]
        expect(await shownOf(elements)).toEqual(shown)
        expect(await shownOf(elements.toReversed())).toEqual(shown)
        expect(await shownOf([...elements.slice(-2), ...elements.slice(0, -2)])).toEqual(shown)
      },
    )

    test.each<{ what: string; tags: Record<string, string>; ways?: number[][]; shown: string[] }>([
      {
        what: 'each way of its road',
        tags: { 'maxspeed:forward': '70', 'maxspeed:backward': '50' },
        ways: [[2, 1, 3]],
        shown: ['node/1 SpeedControl 70 0', 'node/1/backward SpeedControl 50 180'],
      },
      {
        what: 'one way and both',
        tags: { maxspeed: '70', 'maxspeed:backward': '50' },
        ways: [[3, 1, 2]],
        shown: ['node/1 SpeedControl 70 180', 'node/1/backward SpeedControl 50 0'],
      },
      {
        what: 'one way alone',
        tags: { 'maxspeed:backward': '50' },
        ways: [[2, 1, 3]],
        shown: ['node/1 SpeedControl 50 180'],
      },
      {
        what: 'the same both ways',
        tags: { 'maxspeed:forward': '50', 'maxspeed:backward': '50' },
        ways: [[2, 1, 3]],
        shown: ['node/1 SpeedControl 50 null'],
      },
      {
        what: 'each way of a road that is mapped in two pieces',
        tags: { 'maxspeed:forward': '70', 'maxspeed:backward': '50' },
        ways: [
          [2, 1],
          [1, 3],
        ],
        shown: ['node/1 SpeedControl 70 0', 'node/1/backward SpeedControl 50 180'],
      },
      {
        what: 'each way of two roads that lead against each other',
        tags: { 'maxspeed:forward': '70', 'maxspeed:backward': '50' },
        ways: [
          [2, 1],
          [3, 1],
        ],
        shown: ['node/1 SpeedControl 50 null'],
      },
      {
        what: 'each way of a road that did not come',
        tags: { 'maxspeed:forward': '70', 'maxspeed:backward': '50' },
        shown: ['node/1 SpeedControl 50 null'],
      },
    ])('a limit on itself for $what', async ({ tags, ways = [], shown }) => {
      const places = [south, north].map(({ id, lat, lon }) => [id, { lat, lon }] as const)
      const at = new Map([...places, [1, { lat: 49, lon: 8.4 }] as const])
      const roads = ways.map((corners, index) => ({
        type: 'way',
        id: index + 1,
        tags: { highway: 'primary' },
        geometry: corners.map((corner) => at.get(corner)),
      }))
      const own = node(1, 49, 8.4, { highway: 'speed_camera', ...tags })
      expect(await shownOf([own, ...roads])).toEqual(shown)
      expect(await shownOf([...roads, own])).toEqual(shown)
    })

    test('a limit for each way whose road is unknown is said in words', async () => {
      const tags = { highway: 'speed_camera', 'maxspeed:forward': '70', 'maxspeed:backward': '50' }
      expect(await recordsOf([node(1, 49, 8.4, tags)])).toMatchObject([
        { speed: 50, direction: null, note: 'Je nach Fahrtrichtung 70 oder 50 km/h' },
      ])
    })

    test('relations without limits take the device’s own for their way', async () => {
      const own = node(1, 49, 8.4, { highway: 'speed_camera', 'maxspeed:forward': '70', 'maxspeed:backward': '50' })
      const road = { type: 'way', id: 1, tags: { highway: 'primary' }, geometry: [south, own, north] }
      const elements = [own, south, north, road, rule(from.south, {}, 9), rule(from.north, {}, 10)]
      expect(await shownOf(elements)).toEqual(['node/1 SpeedControl 70 0', 'node/1/relation/10 SpeedControl 50 180'])
      const oneWay = node(1, 49, 8.4, { highway: 'speed_camera', 'maxspeed:forward': '70' })
      expect(await shownOf([oneWay, ...elements.slice(1)])).toEqual([
        'node/1 SpeedControl 70 0',
        'node/1/relation/10 SpeedControl null 180',
      ])
    })
  })

  test('lanes that come together at a device share its direction', async () => {
    const lanes = [node(5, 48.999, 8.3998), node(6, 48.999, 8.4002)]
    const both = relation([member('from', 5), member('from', 6), member('device', 1)], { enforcement: 'maxspeed' })
    expect(await recordsOf([device, ...lanes, both])).toMatchObject([{ direction: 0 }])
  })

  test("a relation's limit and kind take precedence over its device's", async () => {
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

  test('without a device a relation is placed at its sign', async () => {
    const bare = relation([member('from', 2), member('force', 4), member('to', 3)], { enforcement: 'maxspeed' })
    expect(await recordsOf([south, north, east, bare])).toMatchObject([
      { sourceId: 'relation/100', latitude: 49, longitude: 8.402, direction: 0 },
    ])
  })

  test('a device that is out of service also removes its relation', async () => {
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

    test('keep a device that also monitors on its own', async () => {
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
