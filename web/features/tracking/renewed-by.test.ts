import { expect, test } from 'vitest'
import { renewedBy, type Shown } from './renewed-by.ts'
import type { News } from '#web/api/live-events.ts'

const recordedAt = '2026-03-29T12:00:00.000Z'

test.each<[what: string, news: News, shown: readonly Shown[]]>([
  ['everything after a gap', { type: 'unknown' }, ['device', 'settings', 'alarms', 'last position', 'history']],
  ['without a stream what does not ask by itself', { type: 'untold' }, ['device', 'settings', 'history']],
  ['what a position changes', { type: 'position', deviceId: 'd', recordedAt }, ['device', 'last position', 'history']],
  ['what an alarm changes', { type: 'alarm', deviceId: 'd' }, ['device', 'alarms']],
  ['the device itself and how it is recorded', { type: 'device', deviceId: 'd' }, ['device', 'settings']],
  ["nothing at another device's news", { type: 'position', deviceId: 'other', recordedAt }, []],
  ["nothing at the map's news", { type: 'pois', version: '1' }, []],
])('asked for anew is %s', (_what, news, shown) => {
  expect(renewedBy(news, 'd')).toEqual(shown)
})
