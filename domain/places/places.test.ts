import { describe, expect, test } from 'vitest'
import type { NamedPlace } from '#contract/places/places.ts'
import { builtUpRadiusMetres, rankPlaces, searchable } from './places.ts'

const place = (name: string, population: number, latitude = 50, longitude = 9): NamedPlace => ({
  name,
  population,
  latitude,
  longitude,
})
const found = (places: NamedPlace[], query: string, near: { latitude: number; longitude: number } | null = null) =>
  rankPlaces(places.map(searchable), query, near).map(({ name }) => name)

const south = [
  place('München', 1_260_391, 48.14, 11.58),
  place('Münchberg', 10_000, 50.19, 11.79),
  place('Garching bei München', 15_303, 48.25, 11.65),
  place('Mönchengladbach', 261_742, 51.19, 6.44),
  place('Weißenburg in Bayern', 17_000, 49.03, 10.97),
  place('Frankfurt (Oder)', 51_691, 52.34, 14.55),
  place('Frankfurt am Main', 650_000, 50.11, 8.68),
  place('Villingen-Schwenningen', 81_000, 48.06, 8.46),
]

describe('a place is found by', () => {
  test.each([
    ['München', ['München', 'Garching bei München']],
    ['Munchen', ['München', 'Garching bei München']],
    ['Muenchen', ['München', 'Garching bei München']],
    ['MÜNCHEN', ['München', 'Garching bei München']],
    ['Mu\u0308nchen', ['München', 'Garching bei München']],
    ['münch', ['München', 'Münchberg', 'Garching bei München']],
    ['  munch  ', ['München', 'Münchberg', 'Garching bei München']],
    ['Weissenburg', ['Weißenburg in Bayern']],
    ['weißenburg i', ['Weißenburg in Bayern']],
    ['schwenn', ['Villingen-Schwenningen']],
    ['villingen schwenningen', ['Villingen-Schwenningen']],
    ['Frankfurt', ['Frankfurt am Main', 'Frankfurt (Oder)']],
    ['frankfurt oder', ['Frankfurt (Oder)']],
    ['ankfurt', []],
    ['(', []],
    [' ', []],
    ['.*', []],
  ])('"%s"', (query, names) => {
    expect(found(south, query)).toEqual(names)
  })
})

test('the whole name comes before a larger place that only begins with it', () => {
  expect(found([place('Bergheim', 60_000), place('Berg', 3_000)], 'berg')).toEqual(['Berg', 'Bergheim'])
})

test.each([
  ['the larger one, if it is not known where the person looks', null, 'big'],
  ['the smaller one, if the person looks near it', { latitude: 53, longitude: 9 }, 'small'],
  ['the larger one, if the person looks near it', { latitude: 48, longitude: 9 }, 'big'],
])('of two places with one name, the first is %s', (_what, near, first) => {
  const twins = [place('Neustadt', 50_000, 48, 9), place('Neustadt', 8_000, 53, 9)].map(searchable)
  const [likeliest] = rankPlaces(twins, 'neustadt', near)
  expect(likeliest?.population).toBe(first === 'big' ? 50_000 : 8_000)
})

test('at most eight places are given', () => {
  const many = Array.from({ length: 20 }, (_, index) => place(`Neukirchen ${index}`, index))
  expect(found(many, 'neuk')).toHaveLength(8)
})

test.each([
  [1_000, 350],
  [4_000, 700],
  [100_000, 3_500],
  [0, 0],
  [1_260_391, 12_000],
])('a place of %i inhabitants is built up within %i m', (population, metres) => {
  expect(builtUpRadiusMetres(population)).toBeCloseTo(metres, 6)
})
