import { describe, expect, test } from 'vitest'
import { camera, readElements, recordsOf } from '#server/feeds/testing/overpass.ts'

const hazard = (name: string, more: object = {}) => ({
  type: 'node',
  id: 1,
  lat: 49,
  lon: 8.4,
  tags: { hazard: name, ...more },
})
const way = (tags: Record<string, string>) => ({
  type: 'way',
  id: 1,
  center: { lat: 49, lon: 8.4 },
  tags: { hazard: 'curves', ...tags },
})

describe('a danger of the road', () => {
  test.each([
    ['animal_crossing', 'DangerZone', 'Wildwechsel'],
    ['falling_rocks', 'DangerZone', 'Steinschlag'],
    ['dangerous_junction', 'DangerZone', 'Gefährliche Kreuzung'],
    ['slippery', 'Slippery', 'Schleudergefahr'],
    ['loose_gravel', 'Slippery', 'Rollsplitt'],
    ['fog', 'ObstructedView', 'Nebel'],
    ['low_flying_aircraft; side_winds', 'DangerZone', 'Seitenwind'],
  ])('"%s" is a %s', async (name, poiType, note) => {
    expect(await recordsOf([hazard(name)])).toMatchObject([{ sourceId: 'node/1/hazard', poiType, note }])
  })

  test.each([
    ['low_flying_aircraft', hazard('low_flying_aircraft'), { withoutType: 1 }],
    ['shooting_range', hazard('shooting_range'), { withoutType: 1 }],
    ['a word that every object has', hazard('constructor'), { withoutType: 1 }],
    ['one of the past', hazard('curve', { disused: 'yes' }), { outOfService: 1 }],
    ['one nowhere', { ...hazard('curve'), lat: 200 }, { withoutPlace: 1 }],
    ['a footpath', way({ highway: 'path' }), { offRoad: 1 }],
    ['an area', way({ natural: 'cliff' }), { offRoad: 1 }],
  ])('is not %s, which is counted', async (_what, element, dropped) => {
    expect(await readElements([element])).toEqual({ records: [], read: 1, dropped, swapped: 0 })
  })

  test('on a road is placed at its middle and has its name', async () => {
    const road = way({ highway: 'secondary', ref: 'L 83', description: 'Kehren', maxspeed: '70' })
    expect(await recordsOf([road])).toMatchObject([
      { sourceId: 'way/1/hazard', latitude: 49, street: 'L 83', speed: null, note: 'Gefährliche Kurven · Kehren' },
    ])
  })

  test('and a camera at one place are two', async () => {
    const reading = await readElements([camera({ hazard: 'children' })])
    if ('failure' in reading) throw new Error(reading.failure)
    expect(reading.records.map(({ sourceId, poiType }) => [sourceId, poiType])).toEqual([
      ['node/1', 'SpeedControl'],
      ['node/1/hazard', 'DangerZone'],
    ])
  })

  test('with swapped coordinates is turned and counted', async () => {
    expect(await readElements([{ ...hazard('curve'), lat: 8.4, lon: 49 }])).toMatchObject({
      records: [{ latitude: 49, longitude: 8.4 }],
      swapped: 1,
    })
  })
})
