import { expect, test } from 'vitest'
import type { Parked } from '#domain/alarms/parked.ts'
import { storedParked, writtenParked } from './parked.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 2, 29, 12, minute, 0, 7))
const place = { latitude: 49.006_912_3, longitude: -8.403_7 }
const stand = { ...place, fixes: 2, since: at(3) }
const standing: Parked = {
  ...place,
  weight: 1.234_567_890_123_45,
  fixes: 7,
  last: { latitude: 49, longitude: 8 },
  lastAt: at(1),
  lastSpeedKmh: 0,
  hereAt: at(2),
  origin: null,
  stirred: null,
  away: null,
  departed: null,
}
const away = {
  fixes: 1,
  first: place,
  firstAt: at(4),
  firstMetres: 40,
  last: place,
  lastMetres: 60,
  farthestMetres: 70,
  longestStepMetres: 0,
  stand,
  lead: { ...place, metres: 40, at: at(4), steps: 1 },
  isWithheld: true,
}
const departed = {
  evidence: 'STAYS_AWAY' as const,
  since: at(2),
  fixes: 7,
  farthestMetres: 95.5,
  told: null,
  isOwners: false,
  fixesBack: 0,
  stand,
  fixesElsewhere: 1,
}
const origin = { ...place, variance: 100, beyond: null }

test.for<[name: string, parked: Parked]>([
  ['that stands', standing],
  ['of which little is known', { ...standing, lastSpeedKmh: null }],
  ['that was stirred', { ...standing, stirred: { fixes: 2, until: at(5) } }],
  ['that may be away', { ...standing, away }],
  ['that has departed', { ...standing, departed }],
  ['whose owner was told', { ...standing, departed: { ...departed, told: place, isOwners: true, fixesBack: 1 } }],
  ['whose first place is known', { ...standing, origin }],
  ['that is beyond its first place', { ...standing, origin: { ...origin, beyond: { fixes: 2, since: at(4) } } }],
])('a vehicle %s is read as it was written', ([, parked]) => {
  expect(storedParked.parse(JSON.parse(writtenParked(parked)))).toEqual(parked)
})

test.for([null, {}, [], [1, 2, 3], standing, JSON.parse(writtenParked(standing)).with(11, 'noon')])(
  'what another version has written is not believed: %j',
  (written) => {
    expect(storedParked.safeParse(written).success).toBe(false)
  },
)
