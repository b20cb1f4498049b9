import { expect, test } from 'vitest'
import type { Parked } from '#domain/alarms/departure.ts'
import { storedParked, writtenParked } from './parked.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 29, 12, minute, 0, 7))
const place = { latitude: 49.006_912_3, longitude: -8.403_7 }
const stand = { ...place, fixes: 2, since: at(3) }
const standing: Parked = {
  ...place,
  weight: 1.234_567_890_123_45,
  variance: 400,
  usualAccuracy: 12.5,
  fixes: 7,
  last: { latitude: 49, longitude: 8 },
  lastAt: at(1),
  lastSpeedKmh: 0,
  usualSeconds: 60,
  hereAt: at(2),
  stirred: null,
  away: null,
  departed: null,
}
const away = { fixes: 1, first: place, firstAt: at(4), firstMetres: 40, last: place, longestStepMetres: 0, stand }

test.for<[name: string, parked: Parked]>([
  ['that stands', standing],
  ['of which little is known', { ...standing, usualAccuracy: null, lastSpeedKmh: null, usualSeconds: null }],
  ['that was stirred', { ...standing, stirred: { fixes: 2, until: at(5) } }],
  ['that may be away', { ...standing, away }],
  ['that has departed', { ...standing, departed: { evidence: 'STAYS_AWAY', told: null, fixesBack: 0, stand } }],
  ['whose owner was told', { ...standing, departed: { evidence: 'STAYS_AWAY', told: place, fixesBack: 1, stand } }],
])('a vehicle %s is read as it was written', ([, parked]) => {
  expect(storedParked.parse(JSON.parse(writtenParked(parked)))).toEqual(parked)
})

test.for([null, {}, [], [1, 2, 3], standing, JSON.parse(writtenParked(standing)).with(11, 'noon')])(
  'what another version has written is not believed: %j',
  (written) => {
    expect(storedParked.safeParse(written).success).toBe(false)
  },
)
