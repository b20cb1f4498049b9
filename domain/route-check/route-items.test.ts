import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import type { Poi } from '#contract/pois/pois.ts'
import { destination } from '#domain/geo/geo.ts'
import { passingOf } from './passes.ts'
import { itemsAlong } from './route-items.ts'
import { corridorStretches, legsOf } from './route.ts'

const start: Place = { latitude: 49, longitude: 8.4 }
const at = (east: number, north = 0) => destination(destination(start, east, 90), north, 0)
const now = '2026-11-21T12:00:00.000Z'
const poi = (id: string, place: Place, expiresAt?: string): Poi => ({
  id,
  poiType: 'Slippery',
  ...place,
  street: null,
  postcode: null,
  city: null,
  speed: null,
  createdAt: now,
  updatedAt: now,
  details: { source: 'test', attribution: '', fetchedAt: now, ...(expiresAt !== undefined && { expiresAt }) },
})
const wanted = { corridorMetres: 100, hiddenIds: new Set<string>(), departure: undefined, most: 10 }
/** 100 times 2 km there and back. */
const toAndFro = passingOf(
  corridorStretches(legsOf([Array.from({ length: 201 }, (_, index) => at(index % 2 === 0 ? 0 : 2000))]), 100),
)
const pois = [poi('b', at(1500)), poi('a', at(500)), poi('c', at(1000, 500))]

test('of what is passed again and again, the first along the route are kept, and it is said that there are more', () => {
  const { items, truncated } = itemsAlong(toAndFro, pois, wanted)
  const kilometres = items.map(({ alongMetres, poi: { id } }) => `${id} ${(alongMetres / 1000).toFixed(1)}`)
  expect(kilometres).toEqual(['a 0.5', 'b 1.5', 'b 2.5', 'a 3.5', 'a 4.5', 'b 5.5', 'b 6.5', 'a 7.5', 'a 8.5', 'b 9.5'])
  expect(truncated).toBe(true)
  const all = itemsAlong(toAndFro, pois, { ...wanted, most: 400 })
  expect([all.items.length, all.truncated, all.items.slice(0, 10)]).toEqual([400, false, items])
})

test('what is hidden is not there, and what is over when it is passed is counted', () => {
  const departure = { at: now, averageKmh: 60 }
  const ending = [poi('a', at(500), '2026-11-21T12:04:00.000Z'), poi('b', at(1500))]
  const found = itemsAlong(toAndFro, ending, { ...wanted, hiddenIds: new Set(['b']), departure, most: 400 })
  // At a kilometre a minute it is over after the first 4 km.
  expect([found.items.length, found.over]).toEqual([2, 198])
})
