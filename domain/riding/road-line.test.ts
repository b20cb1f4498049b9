import { describe, expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { ridingLimits } from '#contract/riding/riding-limits.ts'
import { destination, distanceMetres } from '#domain/geo/geo.ts'
import { courseAt, nearestOn, roadLineOf, roadLineText } from './road-line.ts'

const start = { latitude: 52.39, longitude: 9.73 }
const east = (metres: number, north = 0): Place => destination(destination(start, metres, 90), north, 0)
/** A road with bends of 300 m, a corner in each 20 m. */
const winding = Array.from({ length: 200 }, (_, index) => east(20 * index, 60 * Math.sin((20 * index) / 300)))

describe('the line of a road at a place', () => {
  test('has what lies 600 m before and behind it, within three metres, in few characters', () => {
    const place = east(2000, 60 * Math.sin(2000 / 300))
    const text = roadLineText(winding, place)
    const line = roadLineOf(text) ?? []
    expect(text?.length).toBeLessThan(ridingLimits.lineCharacters / 2)
    expect(nearestOn(line, place)?.beside).toBeLessThan(4)
    for (const corner of winding.filter((each) => distanceMetres(each, place) < 550)) {
      expect(nearestOn(line, corner)?.beside).toBeLessThan(4)
    }
    for (const end of [line[0], line.at(-1)]) expect(distanceMetres(end ?? start, place)).toBeLessThan(610)
  })

  test('is all of a short road, and none for a place that is not on it', () => {
    const road = [east(0), east(100)]
    const line = roadLineOf(roadLineText(road, east(50, 5))) ?? []
    expect(line.map((place, index) => distanceMetres(place, road[index] ?? start) < 2)).toEqual([true, true])
    expect(roadLineText(road, east(50, 60))).toBeNull()
    expect(roadLineText([], start)).toBeNull()
    expect(roadLineText([start, start], start)).toBeNull()
  })

  test('with more corners than fit is still short', () => {
    const zigzag = Array.from({ length: 400 }, (_, index) => east(4 * index, index % 2 === 0 ? 30 : -30))
    expect(roadLineText(zigzag, east(800))?.length).toBeLessThanOrEqual(ridingLimits.lineCharacters)
  })

  test.each([
    ['the text of nothing', ''],
    ['of one place', '_p~iF~ps|U'],
    ['none', null],
  ])('is not known by %s', (_, text) => expect(roadLineOf(text)).toBeNull())
})

test('where a road leads is told at the place, not from its beginning to its end', () => {
  const corner = [east(0), east(500), destination(east(500), 500, 0)]
  expect(courseAt(corner, east(100))).toBe(90)
  expect(courseAt(corner, destination(east(500), 100, 0))).toBe(0)
  expect(courseAt([start], start)).toBeNull()
  expect(courseAt(corner, corner.at(-1) ?? start)).toBeNull()
})
