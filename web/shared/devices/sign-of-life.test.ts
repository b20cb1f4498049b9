import { expect, test } from 'vitest'
import { signOfLife, silenceOf } from './sign-of-life.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  [true, '2026-11-21T11:59:40Z', 'online', 'Online · gerade eben'],
  [true, '2026-11-21T11:58:00Z', 'online', 'Online · vor 2 min'],
  [true, '2026-11-21T12:00:30Z', 'online', 'Online · gerade eben'],
  [false, '2026-11-21T11:15:00Z', 'resting', 'Offline · zuletzt vor 45 min'],
  [false, '2026-11-21T10:00:30Z', 'resting', 'Offline · zuletzt vor 1 Std.'],
  [false, '2026-11-20T12:00:01Z', 'resting', 'Offline · zuletzt vor 23 Std.'],
  [false, '2026-11-20T12:00:00Z', 'silent', 'Meldet sich seit 1 Tag nicht'],
  [false, '2026-11-18T11:00:00Z', 'silent', 'Meldet sich seit 3 Tagen nicht'],
  [false, null, 'never', 'Hat sich noch nie gemeldet'],
] as const)('online %s, last report at %s: %s', (isOnline, lastActiveAt, state, words) => {
  expect(signOfLife({ isOnline, lastActiveAt }, now)).toMatchObject({ state, words })
})

test.each([
  ['2026-11-21T11:00:00Z', null],
  ['2026-11-20T12:00:00Z', '„Roller“ meldet sich seit 1 Tag nicht.'],
  ['2026-11-18T11:00:00Z', '„Roller“ meldet sich seit 3 Tagen nicht.'],
  [null, '„Roller“ hat sich noch nie gemeldet.'],
])('a device with its last report at %s needs attention: %s', (lastActiveAt, silence) => {
  const device = { deviceName: 'Roller', isOnline: false, lastActiveAt }
  expect(silenceOf(device, now)).toBe(silence)
  expect(signOfLife(device, now).advice !== null).toBe(silence !== null)
})
