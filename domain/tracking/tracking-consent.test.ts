import { describe, expect, test } from 'vitest'
import { consentsLimits } from '#contract/consents/consents-limits.ts'
import type { TrackingPurpose } from '#contract/consents/consents.ts'
import { dayMs } from '#contract/base/time-units.ts'
import { trackingModes } from '#contract/tracking/tracking.ts'
import type { ConsentEntry } from '#domain/consents/consents.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import {
  consentedAt,
  consentPeriod,
  dueRenewal,
  isConsented,
  modeFor,
  purposesConsented,
  purposesInForce,
  purposesOf,
  renewBy,
} from './tracking-consent.ts'

const start = new Date('2026-11-01T12:00:00Z')
const day = (count: number) => new Date(start.getTime() + count * dayMs)

function said(purpose: TrackingPurpose, given: boolean, onDay: number, version = currentVersion(purpose)) {
  return { purpose, given, version, actor: 'owner', at: day(onDay) } satisfies ConsentEntry
}
const theft = (onDay: number, version?: number) => said('theft-alarm', true, onDay, version)
const movement = (onDay: number, version?: number) => said('movement-profile', true, onDay, version)
const noTheft = (onDay: number) => said('theft-alarm', false, onDay)
const noMovement = (onDay: number) => said('movement-profile', false, onDay)

test.each([
  ['THEFT', ['theft-alarm']],
  ['MOVEMENT', ['movement-profile']],
  ['BOTH', ['theft-alarm', 'movement-profile']],
] as const)('the mode %s needs consent to %j, and is the one for these', (mode, purposes) => {
  expect(purposesOf(mode)).toEqual(purposes)
  expect(modeFor(purposes)).toBe(mode)
})

test('there is no mode for no purpose', () => {
  expect(modeFor([])).toBeNull()
})

describe('what was consented to', () => {
  test.each([
    ['nothing', [], [], []],
    ['one', [theft(0)], ['theft-alarm'], ['theft-alarm']],
    ['both', [movement(0), theft(1)], ['theft-alarm', 'movement-profile'], ['theft-alarm', 'movement-profile']],
    ['one by a former text', [theft(0, 1), movement(0)], ['theft-alarm', 'movement-profile'], ['movement-profile']],
    ['one that was withdrawn', [theft(0), noTheft(1), movement(2)], ['movement-profile'], ['movement-profile']],
  ] as const)('%s', (_name, entries, inForce, byTheTextOfToday) => {
    expect(purposesInForce(entries)).toEqual(inForce)
    expect(purposesConsented(entries)).toEqual(byTheTextOfToday)
  })

  test.each([
    [[], null, false],
    [['theft-alarm'], null, true],
    [['theft-alarm'], 'THEFT', true],
    [['theft-alarm'], 'BOTH', false],
    [['theft-alarm'], 'MOVEMENT', false],
    [['theft-alarm', 'movement-profile'], 'BOTH', true],
  ] as const)('%j is enough for the mode %j: %j', (consented, mode, isEnough) => {
    expect(isConsented(consented, mode)).toBe(isEnough)
  })

  test('is dated by the last purpose that was added, and not at all where nobody knows when', () => {
    expect(consentedAt([theft(0), movement(3)], ['theft-alarm', 'movement-profile'])).toEqual(day(3))
    expect(consentedAt([theft(0), movement(3)], ['theft-alarm'])).toEqual(day(0))
    expect(consentedAt([], [])).toBeNull()
    expect(consentedAt([{ ...theft(0), actor: 'product' }], ['theft-alarm'])).toBeNull()
  })
})

describe('the time that consent covers', () => {
  test.each([
    ['nothing without consent', [], 'BOTH', null],
    ['nothing once it is withdrawn', [theft(0), noTheft(1)], 'THEFT', null],
    ['begins with the first consent, which ends no past', [theft(2)], 'THEFT', { since: day(2), withdrawnAt: null }],
    [
      'begins anew when it is given again',
      [theft(0), noTheft(1), theft(2)],
      'THEFT',
      { since: day(2), withdrawnAt: day(1) },
    ],
    ['does not begin anew with another text', [theft(0, 1), theft(5)], 'THEFT', { since: day(0), withdrawnAt: null }],
    [
      'is not ended by the other purpose of the mode',
      [theft(0), movement(0), noMovement(1), movement(2)],
      'BOTH',
      { since: day(0), withdrawnAt: null },
    ],
    [
      'is ended by it in the mode that has no other',
      [theft(0), movement(0), noMovement(1), movement(2)],
      'MOVEMENT',
      { since: day(2), withdrawnAt: day(1) },
    ],
    [
      'begins with the first of two that were given again',
      [noTheft(0), noMovement(0), movement(1), theft(2)],
      null,
      { since: day(1), withdrawnAt: day(0) },
    ],
  ] as const)('%s', (_name, entries, mode, period) => {
    expect(consentPeriod(entries, mode)).toEqual(period)
  })
})

describe('a text that has changed', () => {
  const end = day(consentsLimits.askedAnewDays)
  const justBefore = new Date(end.getTime() - 1)

  test.each(trackingModes)('is nothing to answer where the mode %s runs by the texts of today', (mode) => {
    expect(dueRenewal([theft(0), movement(0)], mode, null, end)).toBe('none')
  })

  test.each([
    ['is asked about once', 'THEFT', null, day(900), 'ask'],
    ['leaves time for an answer', 'THEFT', start, justBefore, 'wait'],
    ['ends tracking without one', 'THEFT', start, end, 'end'],
    ['of another purpose than the mode’s asks nothing', 'MOVEMENT', null, end, 'none'],
  ] as const)('%s', (_name, mode, askedAt, now, due) => {
    expect(dueRenewal([theft(0, 1), movement(0)], mode, askedAt, now)).toBe(due)
  })

  test('can be answered until the day that is named', () => {
    expect(renewBy(start)).toEqual(end)
  })
})
