import { expect, test } from 'vitest'
import { poiTypesByCategory } from '#contract/pois/pois.ts'
import { hazardsAround, inRows } from './hazard-rows.ts'
import { compareGravity, type Hazard, hazardTypes } from './hazards.ts'

const hazard = (latitude: number, longitude: number): Hazard => ({
  id: `${latitude} ${longitude}`,
  type: 'User',
  latitude,
  longitude,
  direction: null,
  isReported: false,
  line: null,
  conditions: null,
})

test('nothing that is known of a hazard is lost in the rows', () => {
  const all: Required<Hazard> = {
    ...hazard(52.39, 9.73),
    direction: 12.5,
    isReported: true,
    isUnconfirmed: true,
    isDoubted: true,
    line: '_p~iF~ps|U_ulLnnqC',
    lines: ['_p~iF~ps|U_ulLnnqC'],
    conditions: ['dark'],
  }
  expect(hazardsAround(inRows([all]), all, 10)).toEqual([{ hazard: all, metres: 0 }])
})

test('no type is one of a camera or a control, and none of the others is left out', () => {
  const { stationarySpeedCameras, mobileSpeedCameras, accidents, motorcycleHazards } = poiTypesByCategory
  const cameras: readonly string[] = [...stationarySpeedCameras, ...mobileSpeedCameras]
  expect(hazardTypes.filter((type) => cameras.includes(type))).toEqual([])
  expect(new Set<string>(hazardTypes)).toEqual(new Set<string>([...accidents, ...motorcycleHazards]))
})

test('each type has a gravity of its own', () => {
  const one = hazardTypes.map((type) => ({ ...hazard(52, 9), type }))
  for (const [index, first] of one.entries()) {
    for (const other of one.slice(index + 1)) expect(compareGravity(first, other)).not.toBe(0)
  }
})

test.each([
  ['in Germany', 52.39, 9.73],
  ['across the equator and the meridian', 0.001, -0.001],
  ['at the antimeridian', -17, 179.999],
])('around a place %s the near hazards are found, and the far ones not', (_, latitude, longitude) => {
  const wrapped = longitude + 0.005 > 180 ? longitude + 0.005 - 360 : longitude + 0.005
  const near = [hazard(latitude, longitude), hazard(latitude - 0.006, longitude), hazard(latitude, wrapped)]
  const far = [hazard(latitude + 0.1, longitude), hazard(latitude, longitude - 0.1)]
  const found = hazardsAround(inRows([...near, ...far]), { latitude, longitude }, 900)
  expect(new Set(found.map((each) => each.hazard))).toEqual(new Set(near))
  expect(Math.max(...found.map(({ metres }) => metres))).toBeLessThan(900)
})
