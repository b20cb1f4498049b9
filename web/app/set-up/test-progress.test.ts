import { expect, test } from 'vitest'
import type { AlarmKind, EmailState } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { testProgress } from './test-progress.ts'

const now = new Date('2026-11-21T20:00:00Z')
const alarm = (minutesAgo: number, state: EmailState, kind: AlarmKind = 'TEST') => ({
  id: `${kind} ${minutesAgo} minutes ago`,
  kind,
  detectedAt: new Date(now.getTime() - minutesAgo * minuteMs).toISOString(),
  letter: { state },
})

test.each([
  ['nowhere before there is one', [], 'NONE'],
  ['nowhere where only another alarm was raised', [alarm(1, 'SENT', 'MOVEMENT')], 'NONE'],
  ['on its way while it waits', [alarm(1, 'QUEUED')], 'UNDER_WAY'],
  ['on its way while it is sent', [alarm(1, 'SENDING')], 'UNDER_WAY'],
  ['at its mail server', [alarm(1, 'SENT')], 'HANDED_OVER'],
  ['in its mailbox', [alarm(14, 'DELIVERED')], 'HANDED_OVER'],
  ['nowhere where it was long ago', [alarm(15, 'DELIVERED')], 'NONE'],
  ['nowhere where it was answered before it was sent', [alarm(1, 'STOPPED')], 'NONE'],
  ['refused once it is given up', [alarm(1, 'FAILED')], 'REFUSED'],
  ['refused where it came back, however long ago', [alarm(3_000, 'BOUNCED')], 'REFUSED'],
  ['on its way where the one before was refused', [alarm(1, 'QUEUED'), alarm(5, 'BOUNCED')], 'UNDER_WAY'],
] as const)('the e-mail of the last test is %s', (_where, alarms, progress) => {
  expect(testProgress(alarms, now, null)).toBe(progress)
})

test.each([
  ['unreceived as long as there is no other', [alarm(1, 'SENT')], 'TEST 1 minutes ago', 'UNRECEIVED'],
  ['unreceived however long ago', [alarm(3_000, 'DELIVERED')], 'TEST 3000 minutes ago', 'UNRECEIVED'],
  ['refused where that is known', [alarm(1, 'BOUNCED')], 'TEST 1 minutes ago', 'REFUSED'],
  [
    'to be looked for where the one before was unreceived',
    [alarm(1, 'SENT'), alarm(5, 'SENT')],
    'TEST 5 minutes ago',
    'HANDED_OVER',
  ],
] as const)(
  'the e-mail of a test whose owner says that it did not come is %s',
  (_where, alarms, unreceived, progress) => {
    expect(testProgress(alarms, now, unreceived)).toBe(progress)
  },
)
