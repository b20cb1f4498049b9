import { expect, test } from 'vitest'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { healthAfter } from './failing.ts'
import { eventOfAlarm } from './webhook-events.ts'

const now = new Date('2026-11-29T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test.each<[since: Date | null, status: number | null, after: ReturnType<typeof healthAfter>]>([
  [daysAgo(9), 200, { failingSince: null, paused: null }],
  [null, 204, { failingSince: null, paused: null }],
  [null, 500, { failingSince: now, paused: null }],
  [null, null, { failingSince: now, paused: null }],
  [daysAgo(2.9), 302, { failingSince: daysAgo(2.9), paused: null }],
  [daysAgo(3), null, { failingSince: daysAgo(3), paused: 'FAILING' }],
  [null, 410, { failingSince: now, paused: 'GONE' }],
])('a webhook that fails since %s and answers %s', (failingSince, status, after) => {
  expect(healthAfter({ failingSince }, status, now)).toEqual(after)
})

test.each<[AlarmKind, string]>([
  ['MOVEMENT', 'alarm.raised'],
  ['SOS', 'alarm.raised'],
  ['TEST', 'alarm.raised'],
  ['LOW_BATTERY', 'battery.low'],
  ['SILENCE', 'device.silent'],
])('an alarm of the kind %s is told as %s', (kind, event) => expect(eventOfAlarm(kind)).toBe(event))
