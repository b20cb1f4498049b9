import { describe, expect, test } from 'vitest'
import { roadLineOf } from '#domain/riding/road-line.ts'
import { roadworks } from './roadworks.ts'

const properties = {
  id: 'BW-1',
  type: 'CONSTRUCTION',
  subtype: '',
  description: 'Fahrbahnerneuerung',
  reference: 'SVZ',
  street: 'L605',
  direction: 'BOTH_DIRECTIONS',
  starttime: '2026-10-05T08:00:00+02:00',
  endtime: '2026-12-24T17:00:00+01:00',
}
const line = {
  type: 'LineString',
  coordinates: [
    [8.4, 49],
    [8.402, 49],
    [8.42, 49],
  ],
}
const workOf = (more: object = {}, geometry: unknown = line) => ({
  type: 'Feature',
  geometry,
  properties: { ...properties, ...more },
})

async function readWorks(...features: unknown[]) {
  const bytes = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }))
  const reading = await roadworks.read([{ name: 'baustellen.json', bytes }])
  if ('failure' in reading) throw new Error(reading.failure)
  return reading
}
const recordOf = async (...given: Parameters<typeof workOf>) => (await readWorks(workOf(...given))).records[0]

describe('a road work', () => {
  test('is placed at the middle of its line, with street, direction and times', async () => {
    const { records, ...counts } = await readWorks(workOf())
    expect(records).toEqual([
      {
        sourceId: 'BW-1',
        poiType: 'LongTermRoadwork',
        latitude: 49,
        longitude: expect.closeTo(8.41, 6),
        street: 'L605',
        postcode: null,
        city: null,
        speed: null,
        direction: null,
        // Its corners are too far apart to show the road.
        line: null,
        note: 'Bauarbeiten · Fahrbahnerneuerung · beide Richtungen · 05.10.2026, 08:00 bis 24.12.2026, 17:00 Uhr',
        startsAt: '2026-10-05T06:00:00.000Z',
        expiresAt: '2026-12-24T16:00:00.000Z',
      },
    ])
    expect(counts).toEqual({ read: 1, dropped: {}, swapped: 0 })
  })

  test('keeps the line of its road where its corners show it', async () => {
    const corners = [
      [8.4, 49],
      [8.403, 49.001],
      [8.406, 49],
    ]
    const record = await recordOf({}, { type: 'LineString', coordinates: corners })
    expect(roadLineOf(record?.line ?? null)).toEqual(corners.map(([longitude, latitude]) => ({ latitude, longitude })))
  })

  test.each([
    ['a day', '2026-10-05T08:00:00+02:00', '2026-10-06T08:00:00+02:00', 'TemporaryRoadwork'],
    ['more than a day', '2026-10-05T08:00:00+02:00', '2026-10-06T08:01:00+02:00', 'LongTermRoadwork'],
    ['a time whose end is unknown', '2026-10-05T08:00:00+02:00', null, 'LongTermRoadwork'],
    ['a time whose beginning is unknown', '', '2026-10-06T08:00:00+02:00', 'LongTermRoadwork'],
  ])('for %s is one of its kind', async (_what, starttime, endtime, poiType) => {
    expect(await recordOf({ starttime, endtime })).toMatchObject({ poiType })
    expect(await recordOf({ starttime, endtime, type: 'ROAD_CLOSED' })).toMatchObject({
      poiType,
      note: expect.stringMatching(/^Straße gesperrt · /),
    })
  })

  test.each([
    ['2026-10-05T08:00:00+02:00', '2026-10-05T06:00:00.000Z'],
    ['2026-10-05T06:00:00Z', '2026-10-05T06:00:00.000Z'],
    ['2026-10-05T08:00:00.000+0200', '2026-10-05T06:00:00.000Z'],
    ['2026-10-05T08:00:00', '2026-10-05T06:00:00.000Z'],
    ['2026-10-05 08:00', '2026-10-05T06:00:00.000Z'],
    ['2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['2026-10-05', '2026-10-05T21:59:00.000Z'],
    ['9999-12-31T23:59:59Z', null],
    ['unbekannt', null],
    ['', null],
    [null, null],
    [7, null],
  ])('whose end is given as %j ends at %s', async (endtime, expiresAt) => {
    expect(await recordOf({ endtime })).toMatchObject({ expiresAt })
  })

  test.each([
    { what: 'a point', geometry: { type: 'Point', coordinates: [8.4, 49] } },
    { what: 'a swapped point', geometry: { type: 'Point', coordinates: [49, 8.4] }, swapped: 1 },
    { what: 'a swapped line', geometry: { type: 'LineString', coordinates: [[49, 8.4]] }, swapped: 1 },
    {
      what: 'a line without length',
      geometry: {
        type: 'LineString',
        coordinates: [
          [8.4, 49],
          [8.4, 49],
        ],
      },
    },
    {
      what: 'a line that leaves the earth',
      geometry: {
        type: 'LineString',
        coordinates: [
          [800, 49],
          [8.4, 49],
        ],
      },
    },
    { what: 'a place with a height', geometry: { type: 'Point', coordinates: [8.4, 49, 115] } },
    {
      what: 'several lines',
      geometry: {
        type: 'MultiLineString',
        coordinates: [
          [
            [9, 48],
            [9.0001, 48],
          ],
          [
            [8.3, 49],
            [8.5, 49],
          ],
          [],
        ],
      },
    },
  ])('at $what has a place', async ({ geometry, swapped = 0 }) => {
    const reading = await readWorks(workOf({}, geometry))
    expect(reading).toMatchObject({ records: [{ latitude: 49, longitude: expect.closeTo(8.4, 6) }], swapped })
  })

  test.each([
    ['without a place', workOf({}, null), { withoutPlace: 1 }],
    ['on an empty line', workOf({}, { type: 'LineString', coordinates: [] }), { withoutPlace: 1 }],
    ['off the earth', workOf({}, { type: 'Point', coordinates: [800, 49] }), { withoutPlace: 1 }],
    ['with words for coordinates', workOf({}, { type: 'Point', coordinates: ['8.4', '49'] }), { withoutPlace: 1 }],
    ['without an id', workOf({ id: ' ' }), { unreadable: 1 }],
    ['without properties', { type: 'Feature', geometry: line }, { unreadable: 1 }],
    ['that is no object', 7, { unreadable: 1 }],
    ['of another type', workOf({ type: 'HAZARD' }), { withoutType: 1 }],
    ['of a type that every object has', workOf({ type: 'toString' }), { withoutType: 1 }],
    ['named twice', workOf({ id: 'BW-2', street: 'K1' }), { duplicate: 1 }],
  ])('%s is counted, and the others are read', async (_what, odd, dropped) => {
    const reading = await readWorks(workOf({ id: 'BW-2' }), odd)
    expect(reading).toMatchObject({ read: 2, records: [{ sourceId: 'BW-2', street: 'L605' }], dropped })
  })

  test('with a number for an id and nothing else known is shown all the same', async () => {
    const bare = { type: 'Feature', geometry: line, properties: { id: 12, type: 'ROAD_CLOSED' } }
    const { records } = await readWorks(bare)
    expect(records).toMatchObject([{ sourceId: '12', street: null, note: 'Straße gesperrt', expiresAt: null }])
  })
})
