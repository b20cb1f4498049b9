import { expect, test } from 'vitest'
import { alarmsLimits } from '#contract/alarms-limits.ts'
import { minuteMs } from '#contract/time-units.ts'
import { isSilentSince, silencePatienceMs, silentBefore } from './silence.ts'

test.each([
  ['since long before', 2_000, 180, 360],
  ['for as long as a guarded vehicle is waited for', 180, 180, null],
  ['for a moment less', 179, null, null],
  ['since now', 0, null, null],
])('when the product has been listening %s, a silence is believed', (_name, listening, theft, both) => {
  const now = new Date('2026-06-01T12:00:00Z')
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * minuteMs)
  const never = new Date(0)
  expect(silentBefore(minutesAgo(listening), now)).toEqual({
    THEFT: theft === null ? never : minutesAgo(theft),
    BOTH: both === null ? never : minutesAgo(both),
  })
})

test('silence is awaited if a vehicle is guarded, longer if rides are recorded, too', () => {
  expect((['THEFT', 'BOTH', 'MOVEMENT', null] as const).map(silencePatienceMs)).toEqual([
    alarmsLimits.silentMinutesTheft * minuteMs,
    alarmsLimits.silentMinutesBoth * minuteMs,
    null,
    null,
  ])
})

test.each([
  ['THEFT', alarmsLimits.silentMinutesTheft, true],
  ['THEFT', alarmsLimits.silentMinutesTheft - 1, false],
  ['BOTH', alarmsLimits.silentMinutesTheft, false],
  ['MOVEMENT', 10_000, false],
  [null, 10_000, false],
] as const)('in mode %s, a tracker last heard %i minutes ago is silent: %s', (mode, minutes, isSilent) => {
  const now = new Date('2026-06-01T12:00:00Z')
  expect(isSilentSince(mode, new Date(now.getTime() - minutes * minuteMs).toISOString(), now)).toBe(isSilent)
  expect(isSilentSince(mode, null, now)).toBe(false)
})
