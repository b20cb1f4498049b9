import { describe, expect, test } from 'vitest'
import { poiCategories, poiTypesByCategory } from '#contract/pois.ts'
import { demoDevices, demoPois, demoRide, demoTheft, demoWarnings } from '#domain/demo.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe.each([
  { name: 'the ride', fixes: demoRide(now) },
  { name: 'the theft', fixes: demoTheft(now) },
])('$name of the demo world', ({ fixes }) => {
  test('goes forward in time, ends in the past and at speeds a motorcycle rides', () => {
    const times = fixes.map(({ recordedAt }) => recordedAt.getTime())
    expect(times).toEqual(times.toSorted((earlier, later) => earlier - later))
    expect(new Set(times).size).toBe(times.length)
    expect(times.at(-1)).toBeLessThan(now.getTime())
    for (const { speed, course } of fixes) {
      expect(speed).toBeLessThan(110)
      expect(course).toBeGreaterThanOrEqual(0)
      expect(course).toBeLessThan(360)
    }
  })
})

test('the demo world has points of every category but weather, and no id twice', () => {
  const pois = demoPois()
  expect(new Set(pois.map(({ sourceId }) => sourceId)).size).toBe(pois.length)
  for (const category of poiCategories.filter((name) => name !== 'weather')) {
    const types: readonly string[] = poiTypesByCategory[category]
    expect(pois.some(({ poiType }) => types.includes(poiType))).toBe(true)
  }
})

test('the demo world has a warning of each level, in force now', () => {
  const warnings = demoWarnings(now)
  expect(warnings.map(({ level }) => level)).toEqual([1, 2, 3, 4])
  for (const { validFrom, validUntil, ring } of warnings) {
    expect(validFrom < now && now < validUntil).toBe(true)
    expect(ring.at(0)).toEqual(ring.at(-1))
  }
})

test('no device of the demo world has an IMEI that a real one could have', () => {
  // 99 is not among the reporting bodies of real IMEIs.
  for (const { imei } of demoDevices) expect(imei).toMatch(/^99\d{13}$/)
})
