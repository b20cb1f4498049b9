import { expect, test } from 'vitest'
import { sentInWords } from './sent-words.ts'
import type { Suspicion } from '#web/texts/vehicle-states.ts'

const [pushedAt, dueAt] = ['2026-11-21T02:24:00Z', '2026-11-21T02:38:00Z']
const nothing = { emailDueAt: null, emailedAt: null, emailFailed: false, pushedAt: null }
const about = (sent: Partial<typeof nothing> | object): Suspicion => ({
  kind: 'ALARM',
  alarmId: 'a',
  alarmKind: 'MOVEMENT',
  since: pushedAt,
  positions: 4,
  sent: { ...nothing, ...sent },
})

test.each([
  [about({ pushedAt, emailDueAt: dueAt }), 'Mitteilung um 03:24 · E-Mail geht um 03:38 hinaus'],
  [about({ emailedAt: dueAt }), 'E-Mail um 03:38'],
  [about({ emailFailed: true }), 'E-Mail kam nicht an'],
  [about({ emailedAt: pushedAt, contactDueAt: dueAt }), 'E-Mail um 03:24 · Kontakte ab 03:38'],
  [
    about({ emailedAt: pushedAt, contactToldAt: pushedAt, contactDueAt: dueAt }),
    'E-Mail um 03:24 · Kontakte seit 03:24',
  ],
  [about({}), null],
  [{ kind: 'UNEXPLAINED', since: pushedAt }, null],
] as const)('what was sent about an alarm: %j', (suspicion, words) => expect(sentInWords(suspicion)).toBe(words))
