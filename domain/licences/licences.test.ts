import { describe, expect, test } from 'vitest'
import type { Licence } from '#contract/licences/licences.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { daysLeft, licencesOverview, licenceStatus } from './licences.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)

describe('a licence', () => {
  const cases: [days: number, left: number, status: string][] = [
    [-1, -1, 'expired'],
    [0, 0, 'expired'],
    [0.001, 1, 'expiring'],
    [1, 1, 'expiring'],
    [30, 30, 'expiring'],
    [30.001, 31, 'active'],
    [365, 365, 'active'],
  ]
  test.each(cases)('that ends in %s days has %s left and is %s', (days, left, status) => {
    expect(daysLeft(inDays(days), now)).toBe(left)
    expect(licenceStatus(inDays(days), now)).toBe(status)
  })
})

test('the overview counts each status once and names the next end in the future', () => {
  const licence = (expiresAt: string | null): Licence => ({
    id: 'l',
    licenseType: 'PREMIUM',
    licenseKey: 'k',
    expiresAt,
    deviceCount: 0,
    seats: 1,
    devices: [],
    demo: false,
  })
  const ends = [inDays(-3), inDays(200), inDays(12), inDays(40)].map((date) => date.toISOString())
  expect(licencesOverview([...ends.map(licence), licence(null)], now)).toEqual({
    total: 5,
    active: 2,
    expiring: 1,
    expired: 1,
    unused: 1,
    nextExpiry: ends[2],
  })
})
