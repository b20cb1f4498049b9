import { expect, test } from 'vitest'
import type { CheckedRoute, RouteItem } from '#contract/route-check/route-check.ts'
import { validityInWords } from '#web/texts/weather.ts'
import { spotsOfRoute } from '#domain/route-check/route-spots.ts'
import {
  itemInWords,
  placeFacts,
  placeTitle,
  rangesInWords,
  verdictInWords,
  weatherInWords,
  whereaboutsOf,
} from './wording.ts'

const item = (more: Partial<RouteItem> = {}, poi: Partial<RouteItem['poi']> = {}): RouteItem => ({
  alongMetres: 12_440,
  distanceMetres: 38,
  side: 'right',
  direction: 'same',
  because: [],
  onlyAt: null,
  ...more,
  poi: {
    id: 'p',
    poiType: 'SpeedControl',
    latitude: 49,
    longitude: 8,
    street: 'Durlacher Allee',
    postcode: '76131',
    city: 'Karlsruhe',
    speed: 70,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    details: { source: 't', attribution: '© t', fetchedAt: '2026-01-01T00:00:00Z' },
    ...poi,
  },
})

test.each([
  [item(), 'km 12,4 · Geschwindigkeitskontrolle 70 km/h · in Fahrtrichtung'],
  [item({ direction: 'opposite' }), 'km 12,4 · Geschwindigkeitskontrolle 70 km/h · Gegenrichtung'],
  [item({ direction: 'unknown', alongMetres: 0 }, { speed: null, poiType: 'TrafficJam' }), 'km 0,0 · Stau'],
])('an entry in words (%#)', (entry, words) => {
  expect(itemInWords(entry)).toBe(words)
})

test('where an entry lies is described as far as it is known', () => {
  expect(whereaboutsOf(item())).toBe('38 m rechts, Durlacher Allee, 76131 Karlsruhe')
  expect(whereaboutsOf(item({ side: 'on' }, { street: null, postcode: null }))).toBe('Karlsruhe')
  expect(whereaboutsOf(item({ side: 'on' }, { street: null, postcode: null, city: null }))).toBe('')
})

test('where and when a warning holds', () => {
  const ranges = [
    { from: 3000, to: 12_500 },
    { from: 40_000, to: 48_000 },
  ]
  expect(rangesInWords(ranges)).toBe('km 3,0 bis 12,5, km 40,0 bis 48,0')
  const validFrom = '2026-11-21T17:00:00Z'
  const now = new Date('2026-11-21T12:00:00Z')
  expect(validityInWords(validFrom, null, now)).toBe('ab 21.11.2026, 18:00 bis auf Widerruf')
  expect(validityInWords(validFrom, '2026-11-22T05:00:00Z', new Date('2026-11-21T18:00:00Z'))).toBe(
    'bis 22.11.2026, 06:00',
  )
})

const hotspot = (km: number, note: string, poi: Partial<RouteItem['poi']> = {}) =>
  item(
    { alongMetres: km * 1000 },
    {
      id: `${km}`,
      poiType: 'AccidentHotspotMoto',
      speed: null,
      street: null,
      details: { source: 't', attribution: '© t', fetchedAt: '2026-01-01T00:00:00Z', note },
      ...poi,
    },
  )
const many = '9 Motorradunfälle 2020, meist nass.'
const fatal = '2 Motorradunfälle 2020, 1 tödlich, Abbiegeunfall.'

test.each<[string, RouteItem[], [title: string, facts: string]]>([
  [
    'the worst gives title and street, not the one with most accidents',
    [hotspot(1, many, { placeName: 'Am Markt, Wald' }), hotspot(1.1, fatal, { placeName: 'Am Markt Ecke B 3, Wald' })],
    ['Abbiegen', 'Am Markt Ecke B 3, Wald · 11 Unfälle in einem Jahr, 1 tödlich'],
  ],
  [
    'one road is not claimed where it is not known',
    [hotspot(1, many), hotspot(1.1, fatal, { placeName: 'B 3, Wald' })],
    ['Abbiegen', 'B 3, Wald und Umgebung · 11 Unfälle in einem Jahr, 1 tödlich'],
  ],
  [
    'a town is the town of all',
    [hotspot(1, many), hotspot(1.1, fatal)],
    ['Abbiegen', 'Karlsruhe · 11 Unfälle in einem Jahr, 1 tödlich'],
  ],
  ['one alone', [hotspot(1, many, { street: 'B 3' })], ['bei Nässe', 'B 3 · 9 Unfälle in einem Jahr']],
])('hotspots as one place: %s', (_, items, expected) => {
  expect(spotsOfRoute(items).map((place) => [placeTitle(place), placeFacts(place)])).toEqual([expected])
})

test.each([
  [{ kind: 'some', count: 1, atLeast: false } as const, '1 Stelle zum Aufpassen'],
  [{ kind: 'some', count: 3, atLeast: true } as const, 'Mindestens 3 Stellen zum Aufpassen'],
  [{ kind: 'none' } as const, 'Keine Stelle zum Aufpassen bekannt'],
  [{ kind: 'weather' } as const, 'Achten Sie auf das Wetter'],
  [{ kind: 'unfinished' } as const, 'Die Liste ist nicht vollständig'],
])('the verdict in words (%#)', (verdict, words) => {
  expect(verdictInWords(verdict)).toBe(words)
})

const ride = (at: string, arrivesAt: string): CheckedRoute['ride'] => ({
  departure: { at, averageKmh: 60 },
  arrivesAt,
  sunrise: null,
  sunset: null,
  dark: [],
  glare: [],
  leftOut: { items: 0, warnings: 0 },
})
test.each<[string, CheckedRoute['ride'], string]>([
  ['now', null, 'jetzt · keine Unwetterwarnung'],
  [
    'within two days',
    ride('2026-11-23T08:00:00Z', '2026-11-23T12:00:00Z'),
    '23.11.2026, 09:00 Uhr · keine Unwetterwarnung',
  ],
  [
    'that ends later',
    ride('2026-11-23T08:00:00Z', '2026-11-23T12:00:01Z'),
    '23.11.2026, 09:00 Uhr · Unwetter noch nicht bekannt',
  ],
  [
    'days ahead',
    ride('2026-11-28T08:00:00Z', '2026-11-28T12:00:00Z'),
    '28.11.2026, 09:00 Uhr · Unwetter noch nicht bekannt',
  ],
])('no warning is promised only as far as warnings are known: a ride %s', (_, at, words) => {
  const checkedAt = new Date('2026-11-21T12:00:00Z')
  expect(weatherInWords({ ride: at, warnings: [], sources: [] }, checkedAt)).toBe(words)
})
