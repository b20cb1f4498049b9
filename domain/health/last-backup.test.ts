import { expect, test } from 'vitest'
import { backupState } from './last-backup.ts'

const now = new Date('2026-11-21T08:00:00Z')

test.each([
  ['no folder is known', null, 'none'],
  ['there is no backup', { lastAt: null }, 'late'],
  ['the last one is of this night', { lastAt: new Date('2026-11-21T02:40:00Z') }, 'ok'],
  ['it is as old as it may be', { lastAt: new Date('2026-11-19T20:00:00Z') }, 'ok'],
  ['a night was missed', { lastAt: new Date('2026-11-19T19:59:59Z') }, 'late'],
] as const)('where %s, a backup is told from a missing one', (_name, seen, state) => {
  expect(backupState(seen, now)).toBe(state)
})
