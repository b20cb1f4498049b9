import { describe, expect, test } from 'vitest'
import { trackingPurposes } from '#contract/consents/consents.ts'
import { activeMode, mayChangeConsent, startTracking, type TrackingGrounds } from './tracking.ts'

const off: TrackingGrounds = { enabled: false, mode: null, consentGiven: false, licensed: false }
const ready: TrackingGrounds = { enabled: false, mode: 'THEFT', consentGiven: true, licensed: true }
const on: TrackingGrounds = { ...ready, enabled: true }

describe('switching tracking on', () => {
  test.each([
    ['consent comes first', off, null, { problem: 'CONSENT_REQUIRED' }],
    ['then a mode', { ...ready, mode: null }, null, { problem: 'MODE_REQUIRED' }],
    ['then a licence', { ...ready, licensed: false }, null, { problem: 'LICENSE_REQUIRED' }],
    ['the stored mode is used where none is asked for', ready, null, { mode: 'THEFT' }],
    ['the mode asked for goes before the stored one', ready, 'MOVEMENT', { mode: 'MOVEMENT' }],
    ['a mode asked for is enough where none is stored', { ...ready, mode: null }, 'BOTH', { mode: 'BOTH' }],
    ['doing it twice changes nothing', on, null, { mode: 'THEFT' }],
    ['asking for the running mode changes nothing', on, 'THEFT', { mode: 'THEFT' }],
    ['another mode is refused while tracking runs', on, 'BOTH', { problem: 'TRACKING_ACTIVE' }],
    [
      'after the licence has ended it is a new start',
      { ...on, licensed: false },
      null,
      { problem: 'LICENSE_REQUIRED' },
    ],
  ] as const)('%s', (_name, grounds, wanted, outcome) => {
    expect(startTracking(grounds, grounds.consentGiven ? trackingPurposes : [], wanted)).toEqual(outcome)
  })

  test.each([
    ['THEFT', ['theft-alarm'], { mode: 'THEFT' }],
    ['MOVEMENT', ['theft-alarm'], { problem: 'CONSENT_REQUIRED' }],
    ['BOTH', ['theft-alarm'], { problem: 'CONSENT_REQUIRED' }],
    ['THEFT', ['movement-profile'], { problem: 'CONSENT_REQUIRED' }],
    ['BOTH', ['theft-alarm', 'movement-profile'], { mode: 'BOTH' }],
  ] as const)('in the mode %s with consent to %j ends with %j', (mode, consented, outcome) => {
    expect(startTracking(ready, consented, mode)).toEqual(outcome)
  })

  test.each([
    ['enabled, with consent, mode and licence', on, 'THEFT'],
    ['not enabled', ready, null],
    ['without consent', { ...on, consentGiven: false }, null],
    ['without a mode', { ...on, mode: null }, null],
    ['without a licence', { ...on, licensed: false }, null],
  ] as const)('a device that is %s is recorded as %s; consent is locked only then', (_name, grounds, mode) => {
    expect(activeMode(grounds)).toBe(mode)
    expect(mayChangeConsent(grounds)).toBe(mode === null)
  })
})
