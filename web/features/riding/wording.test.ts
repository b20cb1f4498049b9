import { expect, test } from 'vitest'
import type { Warning } from '#domain/riding/warning.ts'
import { shownDistance, shownName, shownWeather, spokenWarning, spokenWeather } from './wording.ts'

const warning = (metres: number, side: Warning['side']): Warning => ({
  hazard: {
    id: 'h',
    type: 'Obstacle',
    latitude: 52,
    longitude: 9,
    direction: null,
    isReported: true,
    line: null,
    conditions: null,
  },
  reasons: null,
  at: 0,
  metres,
  side,
})

test.each([
  [312, 'ahead', 'Achtung: Hindernis, in 300 Metern.'],
  [338, 'right', 'Achtung: Hindernis, in 350 Metern, rechts.'],
  [87, 'left', 'Achtung: Hindernis, in 80 Metern, links.'],
  [3, 'ahead', 'Achtung: Hindernis, in 20 Metern.'],
  [312, 'bend', 'Achtung: Hindernis, in 300 Metern, hinter einer scharfen Kurve.'],
] as const)('%d m %s is said as „%s“', (metres, side, words) =>
  expect(spokenWarning(warning(metres, side))).toBe(words),
)

test.each([
  ['nobody has confirmed yet', { isUnconfirmed: true }, 'gemeldet, unbestätigt'],
  ['others doubt', { isDoubted: true }, 'von anderen angezweifelt'],
])('of what %s, that is said, too', (_, more, standing) => {
  const { hazard, ...rest } = warning(312, 'right')
  const words = spokenWarning({ ...rest, hazard: { ...hazard, ...more } })
  expect(words).toBe(`Achtung: Hindernis, ${standing}, in 300 Metern, rechts.`)
})

test.each([
  [4, '10 m'],
  [234, '230 m'],
  [1240, '1,2 km'],
])('%d m is shown as %s', (metres, words) => expect(shownDistance(metres)).toBe(words))

test.each([
  [['wet'], 'Achtung: Unfallschwerpunkt bei Nässe, in 300 Metern.', 'Unfallschwerpunkt · Nässe'],
  [
    ['dark', 'wet'],
    'Achtung: Unfallschwerpunkt bei Dunkelheit und bei Nässe, in 300 Metern.',
    'Unfallschwerpunkt · Dunkelheit, Nässe',
  ],
] as const)('a hotspot because of %j is said as „%s“ and shown as „%s“', (conditions, said, shown) => {
  const { hazard, ...told } = warning(300, 'ahead')
  const reasons = { conditions, isSure: true }
  const hotspot = { ...told, hazard: { ...hazard, type: 'AccidentHotspotMoto' as const }, reasons }
  expect(spokenWarning(hotspot)).toBe(said)
  expect(shownName(hotspot)).toBe(shown)
})

test.each([
  [
    4_100,
    'Unwetter in der Nähe: Gewitter, Stufe 3, in 4 Kilometern.',
    'Gewitter, Stufe 3 von 4 · in der Nähe, ab 4,1 km',
  ],
  [
    800,
    'Unwetter in der Nähe: Gewitter, Stufe 3, in einem Kilometer.',
    'Gewitter, Stufe 3 von 4 · in der Nähe, ab 800 m',
  ],
  [0, 'Hier gilt eine Unwetterwarnung: Gewitter, Stufe 3.', 'Gewitter, Stufe 3 von 4 · hier'],
])('weather in %d m is said as „%s“ and shown as „%s“', (metres, said, shown) => {
  const area = { id: 'a', kind: 'thunderstorm', level: 3, validFrom: '', validUntil: null, rings: [] } as const
  expect(spokenWeather({ area, at: 0, metres })).toBe(said)
  expect(shownWeather({ area, at: 0, metres })).toBe(shown)
})
