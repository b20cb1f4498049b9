import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { distanceMetres } from '#domain/geo/geo.ts'
import { builtUpRadiusMetres } from '#domain/places/places.ts'
import { createPlaceFinder } from './built-up-areas.ts'
import { germanPlaces } from './german-places.ts'

const file = join(process.env['SHARED_DIR'] ?? '../shared', 'data/postal/geonames_cities_de_pop1000.csv')

test.each([
  ['the middle of Karlsruhe', 49.0069, 8.4037, 'Karlsruhe'],
  ['a village of 1,455', 50.63252, 12.79964, 'Zwönitz'],
  ['Berlin, far from its middle', 52.46, 13.6, 'Berlin Köpenick'],
  ['the road over the Feldberg in the Taunus', 50.2325, 8.4579, null],
  ['a bend in the Harz', 51.7607, 10.5527, null],
])('%s', async (_what, latitude, longitude, name) => {
  const finder = await createPlaceFinder()
  expect(finder.builtUpAreaAt({ latitude, longitude })?.name ?? null).toBe(name)
})

test.each([
  [49.01, 12.1, 9],
  [52.5, 13.4, 11],
  [53.55, 10, 2],
  [49.23, 7, 10],
])('the place nearest to %d, %d lies in Land %i', async (latitude, longitude, land) => {
  const finder = await createPlaceFinder()
  expect(finder.nearest({ latitude, longitude })?.land).toBe(land)
})

test('the grid finds an area exactly where a search through all places finds one', async () => {
  const finder = await createPlaceFinder()
  const places = await germanPlaces()
  let builtUp = 0
  for (let number = 0; number < 600; number += 1) {
    const place = { latitude: 47.5 + ((number * 0.618) % 7), longitude: 6.5 + ((number * 0.317) % 8) }
    const reached = places.some((each) => distanceMetres(each, place) <= builtUpRadiusMetres(each.population))
    expect(finder.builtUpAreaAt(place) !== null).toBe(reached)
    builtUp += reached ? 1 : 0
  }
  expect(builtUp).toBeGreaterThan(20)
})

test.skipIf(!existsSync(file))('every German place of GeoNames is there, in its Land', async () => {
  const rows = z
    .array(z.object({ name: z.string(), gemeinde_ags8: z.string(), population: z.coerce.number() }))
    .parse(parse(readFileSync(file), { columns: true }))
  const places = await germanPlaces()
  expect(places).toHaveLength(rows.length)
  const keyOf = (name: string, population: number, land: number | null) => `${name} ${population} ${land}`
  const known = new Set(places.map(({ name, population, land }) => keyOf(name, population, land)))
  const missing = rows.filter(
    ({ name, population, gemeinde_ags8: key }) => !known.has(keyOf(name, population, Number(key.slice(0, 2)))),
  )
  // We renamed the one; the other has no key in the file.
  expect(missing.map(({ name }) => name)).toEqual(['Munich', 'Vegesack'])
})
