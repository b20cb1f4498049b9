import { expect, test } from 'vitest'
import { hiddenAreaOf } from '#domain/privacy-zones/privacy-zones.ts'
import { withoutPlaces } from './without-hidden-places.ts'

const home = { latitude: 49.0069, longitude: 8.4037 }
const areas = [hiddenAreaOf({ ...home, radiusMetres: 300, shift: { eastMetres: 0, northMetres: 0 } })]
const nowhere = { latitude: null, longitude: null }

async function written(row: Record<string, unknown>, hidden = areas): Promise<unknown> {
  async function* pages() {
    yield [row]
  }
  const all: unknown[] = []
  for await (const page of withoutPlaces(hidden, pages())) all.push(...page)
  return all[0]
}

test.each([
  ['an alarm at home', { id: 'a', ...home }, { id: 'a', ...nowhere }],
  [
    'a report at home, with its address',
    { ...home, street: 'Kriegsstraße', city: 'Karlsruhe', postcode: '76133', speed: 50 },
    { ...nowhere, street: null, city: null, postcode: null, speed: 50 },
  ],
  [
    'a parked place at home',
    { anchorLatitude: 49.0069, anchorLongitude: 8.4037 },
    { anchorLatitude: null, anchorLongitude: null },
  ],
])('%s loses its place and nothing else', async (_, row, expected) => {
  expect(await written(row)).toEqual(expected)
})

test.each([
  ['elsewhere', { latitude: 50, longitude: 8, street: 'Zeil' }],
  ['without a place', { latitude: null, longitude: null, city: 'Karlsruhe' }],
  ['of another kind', { name: 'Enduro' }],
])('a row %s stays as it is', async (_, row) => {
  expect(await written(row)).toEqual(row)
})

test('without zones everything stays', async () => {
  expect(await written({ ...home }, [])).toEqual(home)
})

test('of a saved route the points in a zone are left out', async () => {
  const line = ['49.0069, 8.4037', '49.5, 8.9']
  expect(await written({ name: 'Hausrunde', line })).toEqual({ name: 'Hausrunde', line: ['49.5, 8.9'] })
  expect(await written({ name: 'Hausrunde', line }, [])).toEqual({ name: 'Hausrunde', line })
})

test('of an own tour the fixes in a zone are left out, and with them how long it was', async () => {
  const fixes = ['2026-05-01 08:00:00, 49.0069, 8.4037', '2026-05-01 08:30:00, 49.5, 8.9']
  const tour = { name: 'Hausrunde', fixes, lengthMetres: 64_000, points: 2 }
  expect(await written(tour)).toEqual({ name: 'Hausrunde', fixes: [fixes[1]], lengthMetres: null, points: null })
  expect(await written({ ...tour, fixes: fixes.slice(1) })).toEqual({ ...tour, fixes: fixes.slice(1) })
})
