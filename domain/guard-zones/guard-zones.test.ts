import { describe, expect, test } from 'vitest'
import { destination } from '#domain/geo/geo.ts'
import { type GuardZone, sharpnessAt } from './guard-zones.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const home = { latitude: 49.0069, longitude: 8.4037 }
const zone = (changes: Partial<GuardZone> = {}): GuardZone => ({
  ...home,
  radiusMetres: 150,
  sharpness: 'SHARPER',
  schedule: null,
  ...changes,
})
const noon = new Date('2026-11-18T11:00:00Z')

describe('where the alarm watches differently', () => {
  test.each([
    ['in the middle', home, 'SHARPER'],
    ['at the edge', destination(home, 149, 45), 'SHARPER'],
    ['outside', destination(home, 151, 45), 'USUAL'],
  ] as const)('%s', (_where, place, sharpness) => {
    expect(sharpnessAt([zone()], place, noon)).toBe(sharpness)
  })

  test('without a zone it watches as usual', () => {
    expect(sharpnessAt([], home, noon)).toBe('USUAL')
  })

  test('a zone reaches across the antimeridian', () => {
    const centre = { latitude: -17, longitude: 179.9999 }
    expect(sharpnessAt([zone(centre)], { latitude: -17, longitude: -179.9995 }, noon)).toBe('SHARPER')
  })

  test.each([
    [['QUIETER', 'SHARPER'], 'SHARPER'],
    [['SHARPER', 'QUIETER'], 'SHARPER'],
    [['QUIETER', 'QUIETER'], 'QUIETER'],
  ] as const)('of %j at one place %s counts', (both, counts) => {
    expect(
      sharpnessAt(
        both.map((sharpness) => zone({ sharpness })),
        home,
        noon,
      ),
    ).toBe(counts)
  })

  test('a sharper zone whose time has not come leaves a quieter one as it is', () => {
    const night = { weekdays: everyDay, from: '22:00', to: '06:00' }
    expect(sharpnessAt([zone({ schedule: night }), zone({ sharpness: 'QUIETER' })], home, noon)).toBe('QUIETER')
  })
})

describe('when', () => {
  const night = { weekdays: everyDay, from: '22:00', to: '06:00' }
  const work = { weekdays: [1, 2, 3, 4, 5], from: '07:30', to: '18:00' }
  const fridayNight = { weekdays: [5], from: '20:00', to: '04:00' }
  const sundayNight = { weekdays: [7], from: '20:00', to: '04:00' }
  // 18 November 2026 is a Wednesday; Germany is an hour ahead of UTC, two in summer.
  test.each([
    ['before a night', night, '2026-11-18T20:59:59Z', false],
    ['as it begins', night, '2026-11-18T21:00:00Z', true],
    ['past midnight', night, '2026-11-19T00:30:00Z', true],
    ['in its last minute', night, '2026-11-19T04:59:59Z', true],
    ['as it ends', night, '2026-11-19T05:00:00Z', false],
    ['in summer by the clock, too', night, '2026-07-18T20:00:00Z', true],
    ['on a working day', work, '2026-11-20T06:30:00Z', true],
    ['after work', work, '2026-11-20T17:00:00Z', false],
    ['on a Saturday', work, '2026-11-21T11:00:00Z', false],
    ['on a Friday night', fridayNight, '2026-11-20T22:00:00Z', true],
    ['in the morning after it', fridayNight, '2026-11-21T02:59:00Z', true],
    ['in the morning before it', fridayNight, '2026-11-20T02:00:00Z', false],
    ['on a Saturday night', fridayNight, '2026-11-21T22:00:00Z', false],
    ['on the Monday morning after a Sunday', sundayNight, '2026-11-23T02:00:00Z', true],
    ['in the first 02:30 of October’s night', night, '2026-10-25T00:30:00Z', true],
    ['in the second one', night, '2026-10-25T01:30:00Z', true],
    ['after March’s skipped hour', night, '2026-03-29T01:00:00Z', true],
    ['at 06:00 of that day', night, '2026-03-29T04:00:00Z', false],
  ] as const)('%s: %j at %s: %s', (_when, schedule, at, holds) => {
    const there = zone({ schedule: { ...schedule, weekdays: [...schedule.weekdays] } })
    expect(sharpnessAt([there], home, new Date(at))).toBe(holds ? 'SHARPER' : 'USUAL')
  })
})
