import { expect, test } from 'vitest'
import { readOutlines, readWaters } from './outlines.ts'
import { readTowns } from './towns.ts'

test('outlines are of Germany, its nine neighbours and Liechtenstein, without what lies overseas', () => {
  const { features } = readOutlines()
  expect(features).toHaveLength(11)
  const longitudes = features.flatMap(({ geometry }) =>
    geometry.coordinates.flat(2).map(([longitude = 0]) => longitude),
  )
  expect(Math.min(...longitudes)).toBeGreaterThan(-10)
  expect(Math.max(...longitudes)).toBeLessThan(30)
})

test('among the rivers is the Rhine at Karlsruhe, among the lakes Lake Constance', () => {
  const [rivers, lakes] = readWaters().features.map(({ geometry }) => geometry)
  if (rivers?.type !== 'MultiLineString' || lakes?.type !== 'MultiPolygon') throw new Error('no waters')
  const isNear = (longitude: number, latitude: number) => (place: readonly number[]) =>
    Math.hypot((place[0] ?? 0) - longitude, (place[1] ?? 0) - latitude) < 0.25
  expect(rivers.coordinates.flat().some(isNear(8.3, 49.01))).toBe(true)
  expect(lakes.coordinates.flat(2).some(isNear(9.3, 47.6))).toBe(true)
})

test('towns have their German names, the largest first, without their parts', () => {
  const names = readTowns().features.map(({ properties }) => properties.name)
  expect(names.slice(0, 3)).toEqual(['Berlin', 'Paris', 'Hamburg'])
  expect(names).toEqual(expect.arrayContaining(['München', 'Köln', 'Straßburg', 'Prag', 'Luxemburg', 'Konstanz']))
  expect(names).not.toEqual(expect.arrayContaining(['Kreuzberg']))
  expect(names).not.toEqual(expect.arrayContaining(['Favoriten']))
})
