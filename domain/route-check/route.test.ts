import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import type { PlaceDirection, RouteSide } from '#contract/route-check/route-check.ts'
import { type Box, destination, distanceMetres } from '#domain/geo/geo.ts'
import { passingOf } from './passes.ts'
import { directionFor, joinedBoxes, legsOf, lengthOf, rangesOf, samplesAlong, corridorStretches } from './route.ts'

const karlsruhe: Place = { latitude: 49.0069, longitude: 8.4037 }
/** A line from Karlsruhe that turns at each of the places given by course and metres. */
function lineOf(...steps: [course: number, metres: number][]): Place[] {
  return steps.reduce<Place[]>(
    (line, [course, metres]) => [...line, destination(line.at(-1) ?? karlsruhe, metres, course)],
    [karlsruhe],
  )
}

const boxAt = (west: number, south: number, size: number): Box => ({
  west,
  south,
  east: west + size,
  north: south + size,
})

function passes(line: Place[][], place: Place, corridor: number, watched?: number) {
  const passing = passingOf(corridorStretches(legsOf(line), corridor))
  const found: { along: number; distance: number; side: RouteSide; direction: PlaceDirection }[] = []
  passing.eachPass(place, corridor, watched, ({ alongMetres, distanceMetres, ...words }) =>
    found.push({ ...words, along: Math.round(alongMetres), distance: Math.round(distanceMetres) }),
  )
  return found
}

test('a place beside the road has a distance along it, a distance from it, and a side', () => {
  const line = lineOf([0, 8000], [90, 12_000])
  const onTheFirst = destination(destination(karlsruhe, 3000, 0), 40, 90)
  expect(passes([line], onTheFirst, 100)).toEqual([{ along: 3000, distance: 40, side: 'right', direction: 'unknown' }])
  const second = destination(destination(destination(karlsruhe, 8000, 0), 7000, 90), 60, 0)
  const [pass] = passes([line], second, 100)
  expect(pass?.side).toBe('left')
  expect(Math.abs((pass?.along ?? 0) - 15_000)).toBeLessThan(10)
  expect(Math.abs((pass?.distance ?? 0) - 60)).toBeLessThan(5)
  expect(passes([line], onTheFirst, 39)).toEqual([])
})

test('a place on the line has no side', () => {
  expect(passes([lineOf([45, 5000])], destination(karlsruhe, 2000, 45), 100)).toMatchObject([
    { along: 2000, side: 'on' },
  ])
})

test('a camera that watches the other direction is distinguished', () => {
  const camera = destination(destination(karlsruhe, 1000, 0), 10, 90)
  expect(passes([lineOf([0, 2000])], camera, 100, 10)).toMatchObject([{ direction: 'same' }])
  expect(passes([lineOf([0, 2000])], camera, 100, 185)).toMatchObject([{ direction: 'opposite' }])
  expect(passes([lineOf([0, 2000])], camera, 100, 270)).toMatchObject([{ direction: 'across' }])
})

test.each([
  [350, 10, 'same'],
  [10, 350, 'same'],
  [0, 60, 'same'],
  [0, 61, 'across'],
  [0, 119, 'across'],
  [0, 120, 'opposite'],
  [270, 90, 'opposite'],
  [90, undefined, 'unknown'],
] as const)('on the course %i, what watches %s is %s', (course, watched, direction) => {
  expect(directionFor(course, watched)).toBe(direction)
})

test('there and back again, a place is passed twice, once in each direction', () => {
  const there = lineOf([0, 6000])
  const camera = destination(karlsruhe, 2000, 0)
  expect(passes([[...there, ...there.toReversed()]], camera, 100, 0)).toEqual([
    { along: 2000, distance: 0, side: 'on', direction: 'same' },
    { along: 10_000, distance: 0, side: 'on', direction: 'opposite' },
  ])
})

test('when a route passes a camera both ways, the nearest leg decides, and of equally near ones the first', () => {
  const turn = lineOf([0, 1000], [90, 12], [180, 900])
  const besideTheFirst = destination(destination(karlsruhe, 800, 0), 2, 270)
  expect(passes([turn], besideTheFirst, 100, 180)).toMatchObject([{ direction: 'opposite', distance: 2 }])
  const besideTheSecond = destination(destination(karlsruhe, 800, 0), 14, 90)
  expect(passes([turn], besideTheSecond, 100, 180)).toMatchObject([{ direction: 'same', distance: 2 }])
  const line = lineOf([0, 1000], [180, 60], [0, 900])
  expect(passes([line], destination(karlsruhe, 970, 0), 100, 0)).toMatchObject([{ direction: 'same' }])
})

test('standing and drifting make no legs, and neither does the space between two pieces', () => {
  const standing = Array.from({ length: 50 }, (_, index) => destination(karlsruhe, 3, index * 40))
  expect(legsOf([standing]).length).toBeLessThanOrEqual(1)
  const pieces = [lineOf([0, 1000]), [destination(karlsruhe, 9000, 0), destination(karlsruhe, 9500, 0)]]
  expect(Math.round(lengthOf(legsOf(pieces)))).toBe(1500)
  expect(passes(pieces, destination(karlsruhe, 5000, 0), 100)).toEqual([])
})

test('a leg across half a country is divided into parts, whose boxes hold the corridor', () => {
  const line = lineOf([80, 300_000])
  const stretches = corridorStretches(legsOf([line]), 2000)
  expect(stretches.length).toBeGreaterThan(25)
  for (const { box, legs } of stretches) {
    expect(
      distanceMetres({ latitude: box.south, longitude: box.west }, { latitude: box.north, longitude: box.west }),
    ).toBeLessThan(10_000 + 2 * 2100)
    for (const { from } of legs) expect(box.north).toBeGreaterThan(destination(from, 2000, 0).latitude)
    for (const { from } of legs) expect(box.east).toBeGreaterThan(destination(from, 2000, 90).longitude)
  }
})

test('pieces far apart have boxes of their own, without the land between them', () => {
  const piece = (north: number) => [destination(karlsruhe, north, 0), destination(karlsruhe, north + 300, 0)]
  const scattered = Array.from({ length: 100 }, (_, index) => piece(index % 2 === 0 ? index : 400_000 + index))
  const stretches = corridorStretches(legsOf(scattered), 100)
  expect(stretches).toHaveLength(100)
  for (const { box } of stretches) expect(box.north - box.south).toBeLessThan(0.01)
  const beside = Array.from({ length: 10 }, (_, index) => piece(index * 350))
  expect(corridorStretches(legsOf(beside), 100)).toHaveLength(1)
})

test('whoever goes round the world is not followed for longer than asked', () => {
  const poles = Array.from({ length: 1000 }, (_, index) => ({ latitude: index % 2 === 0 ? 80 : -80, longitude: 8 }))
  const legs = legsOf([poles], 5_000_000)
  expect(lengthOf(legs)).toBeGreaterThan(5_000_000)
  expect(legs.length).toBeLessThan(5_000)
})

test.each<[name: string, boxes: Box[], read: number]>([
  ['the same again', Array.from({ length: 100 }, () => ({ west: 8, south: 49, east: 8.1, north: 49.1 })), 1],
  ['one within another', [boxAt(8, 49, 1), boxAt(8.2, 49.2, 0.1)], 1],
  ['one beside another', [boxAt(8, 49, 0.1), boxAt(8.1, 49, 0.1)], 1],
  ['one at the corner of another', [boxAt(8, 49, 0.1), boxAt(8.09, 49.09, 0.1)], 2],
  ['far from each other', [boxAt(8, 49, 0.1), boxAt(12, 53, 0.1)], 2],
])('of boxes, what lies together is read once: %s', (_name, boxes, read) => {
  const joined = joinedBoxes(boxes)
  expect(joined).toHaveLength(read)
  for (const { west, south, east, north } of boxes) {
    expect(joined.some((box) => box.west <= west && box.south <= south && box.east >= east && box.north >= north)).toBe(
      true,
    )
  }
})

test('samples have equal distances, end at the end, and are never more than requested', () => {
  const legs = legsOf([lineOf([0, 1000], [90, 730])])
  const samples = samplesAlong(legs, 250, 100)
  expect(samples.map(({ alongMetres }) => Math.round(alongMetres))).toEqual([0, 250, 500, 750, 1000, 1250, 1500, 1730])
  expect(samplesAlong(legs, 1, 50)).toHaveLength(50)
})

test('the part that is inside is given from where to where', () => {
  const samples = samplesAlong(legsOf([lineOf([0, 2000])]), 500, 100)
  const ranges = rangesOf(samples, [0, 1, 3]).map(({ from, to }) => [Math.round(from), Math.round(to)])
  expect(ranges).toEqual([
    [0, 500],
    [1500, 1500],
  ])
})

test('a route over the antimeridian has its real length and its boxes in the right place', () => {
  const taveuni = { latitude: -16.8, longitude: 179.95 }
  const legs = legsOf([[taveuni, { latitude: -16.8, longitude: -179.92 }]])
  expect(lengthOf(legs) / 1000).toBeCloseTo(13.84, 1)
  const stretches = corridorStretches(legs, 100)
  for (const { box } of stretches) expect(box.east - box.west).toBeLessThan(0.2)
  const onTheWay = { latitude: -16.8, longitude: -179.95 }
  const line = [[taveuni, { latitude: -16.8, longitude: -179.92 }]]
  expect(passes(line, onTheWay, 100).map(({ along }) => Math.round(along / 1000))).toEqual([11])
  expect(passes(line, { latitude: -16.8, longitude: 8 }, 100)).toEqual([])
  for (const { longitude } of samplesAlong(legs, 250, 100)) expect(Math.abs(longitude)).toBeGreaterThan(179.9)
})
