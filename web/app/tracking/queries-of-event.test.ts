import { expect, test } from 'vitest'
import { queriesOfEvent, type Shown } from './queries-of-event.ts'
import type { News } from '#web/api/queries/live-events.ts'

const recordedAt = '2026-03-29T12:00:00.000Z'

test.each<[what: string, news: News, shown: readonly Shown[]]>([
  [
    'everything after a gap',
    { type: 'unknown' },
    ['device', 'settings', 'alarms', 'last position', 'history', 'vehicles'],
  ],
  ['what does not poll by itself, if there is no stream', { type: 'poll' }, ['device', 'settings', 'history']],
  [
    'what a position changes',
    { type: 'position', deviceId: 'd', recordedAt },
    ['device', 'last position', 'history', 'vehicles'],
  ],
  ['what an alarm changes', { type: 'alarm', deviceId: 'd' }, ['device', 'alarms', 'vehicles']],
  ['the device itself and how it is recorded', { type: 'device', deviceId: 'd' }, ['device', 'settings', 'vehicles']],
  [
    "only how the vehicles stand at another device's news",
    { type: 'position', deviceId: 'other', recordedAt },
    ['vehicles'],
  ],
  ["nothing at the map's news", { type: 'pois', version: '1' }, []],
])('fetched again is %s', (_what, news, shown) => {
  expect(queriesOfEvent(news, 'd')).toEqual(shown)
})
