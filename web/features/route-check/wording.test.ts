import { expect, test } from 'vitest'
import type { RouteItem } from '#contract/route-check.ts'
import { validityInWords } from '#web/texts/weather.ts'
import { itemInWords, rangesInWords, whereaboutsOf } from './wording.ts'

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
