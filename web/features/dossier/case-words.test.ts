import { expect, test } from 'vitest'
import type { VehicleMotion } from '#contract/vehicles/vehicles.ts'
import { doingInWords, filledInWords } from './case-words.ts'

const now = new Date('2026-06-20T01:30:00Z')
const position = { latitude: 49, longitude: 8.4, recordedAt: '2026-06-20T01:29:52Z' }
const moving: VehicleMotion = { kind: 'MOVING', since: '2026-06-20T01:04:00Z', exact: true }
const earlier = { latitude: 49, longitude: 8.39, recordedAt: '2026-06-20T01:29:00Z' }

test.each([
  ['nothing without a position', null, null, true, [], null],
  ['that it rides, how fast and where to', { speed: 62, course: 92 }, moving, true, [], 'Fährt 62 km/h nach Osten'],
  ['where it rides to by its way', { speed: 62 }, moving, true, [earlier, position], 'Fährt 62 km/h nach Osten'],
  [
    'that it rides to the north, just left of it',
    { speed: 30, course: 350 },
    moving,
    true,
    [],
    'Fährt 30 km/h nach Norden',
  ],
  ['only that it rides, where no speed is known', {}, moving, true, [], 'Fährt'],
  ['since when it stands', {}, { ...moving, kind: 'STANDING' }, true, [], 'Steht seit 03:04'],
  [
    'that its tracker is silent',
    {},
    { ...moving, kind: 'LAST_MOVING' },
    false,
    [],
    'Letztes Signal 03:29, danach Funkstille',
  ],
  [
    'that its tracker is silent where it was last seen standing',
    {},
    { ...moving, kind: 'STANDING' },
    false,
    [],
    'Letztes Signal 03:29, danach Funkstille; zuletzt stehend',
  ],
  ['that its tracker fell silent on the way', {}, moving, false, [], 'Letztes Signal 03:29, danach Funkstille'],
] as const)('of a vehicle that is missed is said %s', (_, more, motion, isOnline, travelled, words) => {
  const seen = more === null ? null : { ...position, ...more }
  expect(doingInWords({ position: seen, motion, isOnline }, travelled, now)).toBe(words)
})

test('of the details is said how many are entered; a picture is none of them', () => {
  const nothing = { brand: null, model: null, colour: null, plate: null, frameNumber: null, lastSeenPlace: null }
  const more = { lastSeenAt: null, caseReference: null, policeStation: null, ownerName: null, ownerPhone: null }
  const details = { ...nothing, ...more, ownershipProof: null, withPicture: true }
  expect(filledInWords(details)).toBe('0/12')
  expect(filledInWords({ ...details, brand: 'KTM', plate: 'KA-W 1' })).toBe('2/12')
})
