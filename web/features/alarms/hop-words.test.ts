import { expect, test } from 'vitest'
import type { Alarm } from '#contract/alarms.ts'
import { hopInWords } from './hop-words.ts'

const hop: Alarm['hops'][number] = {
  channel: 'EMAIL',
  email: 'anna@example.org',
  state: 'QUEUED',
  dueAt: '2026-06-01T08:10:00.000Z',
  endedAt: null,
  answeredAt: null,
}
const endedAt = '2026-06-01T08:10:20.000Z'

test.each<[Partial<typeof hop>, string]>([
  [{}, 'anna@example.org: ab 10:10'],
  [{ state: 'SENDING' }, 'anna@example.org: wird übergeben'],
  [{ state: 'SENT', endedAt }, 'anna@example.org: benachrichtigt 10:10, noch keine Antwort'],
  [{ state: 'SENT', endedAt, answeredAt: '2026-06-01T08:12:00.000Z' }, 'anna@example.org kümmert sich, 10:12'],
  [{ state: 'STOPPED', endedAt }, 'anna@example.org: nicht mehr nötig'],
  [{ state: 'FAILED', endedAt }, 'anna@example.org: nicht zustellbar'],
  [{ state: 'WITHHELD', endedAt }, 'anna@example.org: heute schon zu oft benachrichtigt'],
  [{ state: 'SENT', endedAt, email: null }, 'Ein früherer Kontakt: benachrichtigt 10:10, noch keine Antwort'],
])('%j reads: %s', (given, words) => expect(hopInWords({ ...hop, ...given })).toBe(words))
