import { expect, test } from 'vitest'
import type { Place } from '#contract/base/place.ts'
import { destination } from '#domain/geo/geo.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import { type Motion, moved } from './motion.ts'
import { weatherAhead } from './weather-ahead.ts'
import type { WeatherArea } from './weather-areas.ts'

const start = { latitude: 52.39, longitude: 9.73 }
const east = (metres: number, north = 0): Place => destination(destination(start, metres, 90), north, 0)
const box = (west: number, south: number, right: number, north: number) =>
  textOfLine([east(west, south), east(right, south), east(right, north), east(west, north), east(west, south)])
const area = (ring: string, more: Partial<WeatherArea> = {}): WeatherArea => ({
  id: 'a',
  kind: 'thunderstorm',
  level: 3,
  validFrom: '2026-06-21T11:00:00Z',
  validUntil: '2026-06-21T13:00:00Z',
  rings: [ring],
  ...more,
})

/** Eastward, for some seconds. */
function ridden(kmh: number): Motion {
  let motion: Motion | null = null
  for (let second = 0; second < 5; second += 1) {
    const at = Date.parse('2026-06-21T12:00:00Z') + second * 1000
    motion = moved(motion, { ...east((second * kmh) / 3.6), at, accuracy: 8, speed: kmh / 3.6, course: 90 })
  }
  if (motion === null) throw new Error('no motion')
  return motion
}

test.each<[string, number, WeatherArea, boolean]>([
  ['ahead', 90, area(box(4_000, -3_000, 9_000, 3_000)), true],
  ['ahead of a slow rider, who is not there in four minutes', 30, area(box(4_000, -3_000, 9_000, 3_000)), false],
  ['half to the right', 90, area(box(2_500, -5_000, 4_000, -2_000)), true],
  ['to the left', 90, area(box(-1_000, 2_000, 1_000, 4_000)), false],
  ['behind', 90, area(box(-6_000, -2_000, -1_000, 2_000)), false],
  ['around', 90, area(box(-6_000, -6_000, 6_000, 6_000)), true],
  [
    'ahead, announced for later',
    90,
    area(box(2_000, -3_000, 9_000, 3_000), { validFrom: '2026-06-21T12:30:00Z' }),
    false,
  ],
  ['ahead, over', 90, area(box(2_000, -3_000, 9_000, 3_000), { validUntil: '2026-06-21T11:30:00Z' }), false],
  ['ahead, of level 1', 90, area(box(2_000, -3_000, 9_000, 3_000), { level: 1 }), false],
  ['ahead, ice of level 1', 90, area(box(2_000, -3_000, 9_000, 3_000), { level: 1, kind: 'ice' }), true],
  ['with no outline', 90, area('', { rings: [] }), false],
])('weather %s at %i km/h is told: %3$s', (_, kmh, weather, isTold) => {
  const ahead = weatherAhead(ridden(kmh), { status: 'ok', areas: [weather] })
  expect(ahead.length > 0).toBe(isTold)
})

test('says how far it is, the most severe first, and 0 inside', () => {
  const areas = [
    area(box(-6_000, -6_000, 6_000, 6_000), { id: 'here', level: 2 }),
    area(box(3_000, -3_000, 9_000, 3_000), { id: 'near', level: 4 }),
  ]
  const ahead = weatherAhead(ridden(90), { status: 'ok', areas })
  expect(ahead.map((each) => [each.area.id, Math.round(each.metres / 100)])).toEqual([
    ['near', 29],
    ['here', 0],
  ])
})

test('who stands is told of none', () => {
  expect(weatherAhead(ridden(0), { status: 'ok', areas: [area(box(-6_000, -6_000, 6_000, 6_000))] })).toEqual([])
})
