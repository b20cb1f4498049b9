import { describe, expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { nearestOn, roadLineOf } from '#domain/riding/road-line.ts'
import { recordsOf } from '#server/feeds/testing/overpass.ts'

const start = { latitude: 49, longitude: 8.4 }
const east = (metres: number, north = 0): Place => destination(destination(start, metres, 90), north, 0)
const corner = ({ latitude, longitude }: Place) => ({ lat: latitude, lon: longitude })

/** As Overpass answers by `out geom`. */
const road = (id: number, line: readonly Place[], tags: Record<string, string> = {}) => ({
  type: 'way',
  id,
  tags: { highway: 'secondary', ref: 'L 83', ...tags },
  geometry: line.map(corner),
})
const oil = (place: Place) => ({ type: 'node', id: 1, ...corner(place), tags: { hazard: 'slippery' } })

async function hazardOf(elements: unknown[]) {
  const [record] = await recordsOf(elements)
  return { direction: record?.direction, line: roadLineOf(record?.line ?? null) }
}
const isOn = (line: readonly Place[] | null, place: Place) => (nearestOn(line ?? [], place)?.beside ?? Infinity) < 4

describe('the road of a hazard', () => {
  test('is the one whose corner it is, with its pieces before and behind', async () => {
    const elements = [
      oil(east(500)),
      road(1, [east(0), east(300)]),
      road(2, [east(600), east(500), east(300)]),
      road(3, [east(600), east(900, 20)]),
      road(4, [east(600), east(600, 400)], { ref: 'K 7' }),
    ]
    const { line, direction } = await hazardOf(elements)
    expect([east(50), east(400), east(850, 17)].map((place) => isOn(line, place))).toEqual([true, true, true])
    expect(isOn(line, east(600, 200))).toBe(false)
    expect(direction).toBeNull()
  })

  test('does not turn off where another road of the same name does', async () => {
    const elements = [oil(east(100)), road(1, [east(0), east(100), east(200)]), road(2, [east(200), east(200, -300)])]
    expect(isOn((await hazardOf(elements)).line, east(200, -200))).toBe(false)
  })

  test('that is a way itself is its own, and placed on it', async () => {
    const bend = [east(0), east(200, 150), east(400)]
    const [record] = await recordsOf([road(7, bend, { hazard: 'ice' })])
    expect(isOn(bend, record ?? start)).toBe(true)
    expect(isOn(roadLineOf(record?.line ?? null), east(100, 75))).toBe(true)
  })

  test.each([
    ['yes', 90],
    ['-1', 270],
    ['no', null],
  ])('with oneway=%s leads to %s degrees', async (oneway, direction) => {
    const elements = [oil(east(100)), road(1, [east(0), east(100), east(300)], { oneway })]
    expect((await hazardOf(elements)).direction).toBe(direction)
  })

  test('of a motorway leads one way, mapped or not', async () => {
    const elements = [oil(east(100)), road(1, [east(0), east(100), east(300)], { highway: 'motorway' })]
    expect((await hazardOf(elements)).direction).toBe(90)
  })

  test('is not known at a crossing, beside roads, and without roads', async () => {
    const crossing = road(2, [east(100, -200), east(100), east(100, 200)], { ref: 'K 7' })
    const main = road(1, [east(0), east(100), east(300)])
    expect((await hazardOf([oil(east(100)), main, crossing])).line).toBeNull()
    expect((await hazardOf([oil(east(100, 20)), main])).line).toBeNull()
    expect((await hazardOf([oil(east(100))])).line).toBeNull()
  })

  test('is found in a moment, however many pieces meet and however long they go on', async () => {
    const star = Array.from({ length: 3000 }, (_, index) => road(index + 1, [east(0), east(1, index)]))
    const ring = Array.from({ length: 3000 }, (_, index) => road(index + 9000, [east(index), east(index + 1)]))
    const hazards = Array.from({ length: 3000 }, (_, id) => ({ ...oil(east(0)), id }))
    expect(await recordsOf([...star, ...ring, ...hazards])).toHaveLength(3000)
  })
})
