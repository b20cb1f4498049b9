import { expect, test } from 'vitest'
import type { Alarm } from '#contract/alarms/alarms.ts'
import type { TokenScope } from '#contract/base/token-scope.ts'
import type { Program, SignedIn } from '#server/http/caller.ts'
import { shownTo } from './shown-to.ts'

const at = '2026-11-21T12:00:00.000Z'
const handedOver = { begunAt: null, endedAt: null }
const hop = { channel: 'EMAIL', number: 1, dueAt: at, state: 'SENT', tries: 1, endedAt: at, answeredAt: null } as const
const alarm: Alarm = {
  id: 'alarm',
  kind: 'MOVEMENT',
  detectedAt: at,
  place: { latitude: 49, longitude: 8.4, accuracy: 5, recordedAt: at },
  placeName: 'bei Karlsruhe',
  numberToday: 1,
  evidence: 'DRIVES',
  letter: { state: 'SENT', dueAt: null, ...handedOver, reportedAt: null },
  pushes: [],
  hops: [{ ...hop, email: 'contact@example.org' }],
  acknowledgedAt: null,
}
const user = { id: 'u', email: 'u@example.org', createdAt: at, emailVerified: true, imeiVerified: true, demo: false }
const owner: SignedIn = { kind: 'user', user, sessionId: 's', confirmedAt: null }
const program = (...scopes: TokenScope[]): Program => ({ kind: 'program', tokenId: 't', name: 'Skript', scopes, user })

test('its owner sees all of an alarm', () => {
  expect(shownTo(owner, alarm)).toEqual(alarm)
})

test('a program gets no address of a contact, no name of a person, and the place only with the scope for positions', () => {
  const { letter, pushes } = alarm
  const told = { ...alarm, people: [{ name: 'Anna', letter, pushes }] }
  const shown = shownTo(program('ALARMS', 'POSITIONS'), told)
  expect(shown.people).toEqual([{ name: null, letter, pushes }])
  const hops = [{ ...hop, email: null }]
  expect(shownTo(program('ALARMS', 'POSITIONS'), alarm)).toEqual({ ...alarm, hops })
  expect(shownTo(program('ALARMS'), alarm)).toEqual({ ...alarm, hops, place: null, placeName: null })
})
