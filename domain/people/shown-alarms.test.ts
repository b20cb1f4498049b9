import { expect, test } from 'vitest'
import type { Alarm } from '#contract/alarms/alarms.ts'
import { alarmFor } from './shown-alarms.ts'

const at = '2026-06-05T12:00:00.000Z'
const alarm: Alarm = {
  id: 'alarm',
  kind: 'MOVEMENT',
  detectedAt: at,
  place: { latitude: 49, longitude: 8.4, accuracy: 5, recordedAt: at },
  placeName: 'Durlach',
  numberToday: 1,
  evidence: 'FAR',
  letter: { state: 'SENT', dueAt: null, begunAt: at, endedAt: at, reportedAt: null },
  pushes: [{ state: 'SENT', begunAt: at, endedAt: at }],
  hops: [
    {
      channel: 'EMAIL',
      number: 1,
      email: 'anna@example.org',
      dueAt: at,
      state: 'SENT',
      tries: 1,
      endedAt: at,
      answeredAt: null,
    },
  ],
  people: [
    { name: 'Berta', letter: { state: 'SENT', dueAt: null, begunAt: at, endedAt: at, reportedAt: null }, pushes: [] },
  ],
  acknowledgedAt: null,
}

test('its owner sees an alarm whole', () => {
  expect(alarmFor('OWNER', alarm)).toEqual(alarm)
})

test.each(['DRIVER', 'WATCHER'] as const)('a %s sees neither where it was nor who else is called', (role) => {
  expect(JSON.stringify(alarmFor(role, alarm))).not.toMatch(/latitude|Durlach|anna@|Berta/)
  expect(alarmFor(role, alarm)).toMatchObject({ kind: 'MOVEMENT', detectedAt: at, acknowledgedAt: null })
})
