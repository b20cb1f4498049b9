import type { Place } from '#contract/base/place.ts'
import { type Poi, poiTypes } from '#contract/pois/pois.ts'
import { randomFrom } from '#domain/testing/random.ts'

/** Where many people live in Germany: latitude, longitude, thousands of inhabitants. */
const towns: readonly (readonly [number, number, number])[] = [
  [52.52, 13.4, 3700],
  [53.55, 10.0, 1850],
  [48.14, 11.58, 1500],
  [50.94, 6.96, 1080],
  [50.11, 8.68, 760],
  [48.78, 9.18, 630],
  [51.23, 6.78, 620],
  [51.34, 12.37, 600],
  [51.51, 7.47, 590],
  [51.46, 7.01, 580],
  [53.08, 8.8, 570],
  [51.05, 13.74, 560],
  [52.37, 9.73, 540],
  [49.45, 11.08, 520],
  [51.43, 6.76, 500],
  [49.49, 8.47, 310],
  [49.01, 8.4, 310],
  [48.37, 10.9, 300],
  [50.08, 8.24, 280],
  [51.31, 9.48, 200],
  [54.32, 10.14, 250],
  [54.09, 12.14, 210],
  [47.99, 7.85, 230],
  [49.79, 9.95, 130],
  [50.98, 11.03, 215],
  [49.24, 6.99, 180],
]
const inhabitants = towns.reduce((sum, [, , thousands]) => sum + thousands, 0)

/** Degrees of latitude over which a town's POIs spread, growing with its size. That is exact enough. */
const spreadDegrees = 0.004
/** The share of POIs along country roads. */
const ruralShare = 0.3

/** This many POIs, gathered around towns like people; always the same ones. */
export function samplePois(count: number): Poi[] {
  const random = randomFrom(20_261_121)
  return Array.from({ length: count }, (_, index) => ({
    id: uuidOf(index, random),
    poiType: poiTypes[Math.floor(random() * poiTypes.length)] ?? 'SpeedControl',
    ...placeOf(random),
    street: `Bundesstraße ${index % 500}`,
    postcode: String(10_000 + (index % 89_999)),
    city: 'Musterstadt',
    speed: [30, 50, 70, 100, null][index % 5] ?? null,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    details: {
      direction: (index * 7) % 360,
      source: 'bench',
      attribution: '© OpenStreetMap-Mitwirkende, ODbL',
      fetchedAt: '2026-11-21T12:00:00.000Z',
    },
  }))
}

function placeOf(random: () => number): Place {
  if (random() < ruralShare) return { latitude: 47.4 + random() * 7.4, longitude: 6 + random() * 8.9 }
  let person = random() * inhabitants
  const town = towns.find(([, , thousands]) => (person -= thousands) < 0) ?? [49.01, 8.4, 310]
  const distance = spreadDegrees * Math.sqrt(town[2]) * Math.sqrt(-2 * Math.log(1 - random()))
  const angle = random() * 2 * Math.PI
  return { latitude: town[0] + distance * Math.sin(angle), longitude: town[1] + 1.55 * distance * Math.cos(angle) }
}

function uuidOf(index: number, random: () => number): string {
  const digits = Array.from({ length: 3 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')
  const all = digits + index.toString(16).padStart(8, '0')
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join('-')
}
