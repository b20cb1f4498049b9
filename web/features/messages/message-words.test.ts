import { expect, test } from 'vitest'
import { accountsKinds } from '#domain/messages/inbox.ts'
import { addressOf, fateInWords, subjectOf } from './message-words.ts'
import { inboxTexts } from './texts.ts'

const alarmWords = { MOVEMENT: 'Bewegung' }
const now = new Date('2026-11-24T01:00:00Z')
const message = {
  id: 'one',
  kind: 'alarm',
  detail: 'MOVEMENT',
  channel: 'EMAIL',
  state: 'SENT',
  dueAt: '2026-11-24T00:00:00.000Z',
  endedAt: null,
  deviceId: 'd',
  deviceName: 'Enduro',
  alarmId: 'a',
}

test.each([
  ['alarm', 'MOVEMENT', 'Bewegung'],
  ['alarm-hop', 'MOVEMENT', 'Bewegung'],
  ['alarm', 'EARTHQUAKE', 'Nachricht'],
  ['reminder', 'WEATHER', 'Unwetter am Standort'],
  ['reminder', 'toString', 'Nachricht'],
  ['licence-reminder', null, 'Eine Lizenz endet bald'],
  ['of-a-newer-version', null, 'Nachricht'],
])('a message of kind %s about %s is called %s', (kind, detail, words) => {
  expect(subjectOf({ kind, detail }, alarmWords)).toBe(words)
})

test('each kind that the list shows has a name and a place', () => {
  for (const kind of accountsKinds) {
    const detail = kind === 'reminder' ? 'WEATHER' : 'MOVEMENT'
    expect(subjectOf({ kind, detail }, alarmWords)).not.toBe(inboxTexts.unknown)
    expect(addressOf({ ...message, kind, detail })).not.toBeNull()
  }
})

test.each([
  ['SENT', '2026-11-24T00:00:00.000Z', 'E-Mail, geschickt'],
  ['DELIVERED', '2026-11-24T00:00:00.000Z', 'E-Mail, zugestellt'],
  ['QUEUED', '2026-11-24T00:59:00.000Z', 'E-Mail, unterwegs'],
  ['QUEUED', '2026-11-24T06:00:00.000Z', 'E-Mail, wartet bis 2026-11-24T06:00:00.000Z'],
  ['LOST', '2026-11-24T00:00:00.000Z', 'E-Mail'],
])('one that is %s and due at %s: %s', (state, dueAt, words) => {
  expect(fateInWords({ channel: 'EMAIL', state, dueAt }, now, (time) => time)).toBe(words)
})

test('one that goes with others says so', () => {
  const dueAt = '2026-11-24T17:00:00.000Z'
  const waiting = { channel: 'EMAIL', state: 'QUEUED', dueAt, inDigest: true }
  expect(fateInWords(waiting, now, () => '18:00')).toBe('Gesammelte E-Mail, wartet bis 18:00')
  expect(fateInWords({ ...waiting, state: 'SENT' }, now, () => '18:00')).toBe('Gesammelte E-Mail, geschickt')
})

test('leads to what it is about, and nowhere once the vehicle is gone', () => {
  expect(addressOf(message)).toBe('/tracking?device=d&alarm=a')
  expect(addressOf({ ...message, kind: 'reminder', detail: 'SEASON', alarmId: null })).toMatch(/#device-d$/)
  expect(addressOf({ ...message, deviceId: null })).toBeNull()
})
