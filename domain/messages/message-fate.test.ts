import { expect, test } from 'vitest'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { choiceOf, messageTopics, wishChannels } from '#contract/messages/message-wishes.ts'
import { declinedName, fateOf, type Waiting } from './message-fate.ts'

const atNight = new Date('2026-11-24T01:00:00Z')
const morning = new Date('2026-11-24T06:00:00Z')
const quietHours = { from: '22:00', to: '07:00' }

const alarm = (alarmKind: AlarmKind, channel: Waiting['channel'] = 'EMAIL'): Waiting =>
  channel === 'EMAIL' || channel === 'PUSH'
    ? { kind: 'alarm', about: ['1'], channel, number: null, alarmKind }
    : { kind: 'alarm-hop', about: ['1'], channel, number: 0, alarmKind }
const reminder = (kind: string, channel: Waiting['channel'] = 'EMAIL'): Waiting => ({
  kind: 'reminder',
  about: ['device', kind, 'one'],
  channel,
  number: null,
  alarmKind: null,
})
const other = (kind: string): Waiting => ({ kind, about: ['x'], channel: 'EMAIL', number: null, alarmKind: null })
const contact: Waiting = { ...alarm('MOVEMENT', 'SMS'), number: 1 }

/** All that an owner could decline, and what no form offers. */
const everything = messageTopics.flatMap((topic) => wishChannels.map((channel) => declinedName(topic, channel)))

test.each<[string, Waiting, wanted: boolean]>([
  ['a theft by e-mail', alarm('MOVEMENT'), true],
  ['a test by e-mail', alarm('TEST'), true],
  ['a call for help by e-mail', alarm('SOS'), true],
  ['that the alarm has ended, by e-mail', reminder('CONSENT'), true],
  ['that tracking has ended, by e-mail', reminder('LICENCE'), true],
  ['a theft by push', alarm('TOW', 'PUSH'), false],
  ['a theft to the own phone', alarm('MOVEMENT', 'VOICE'), false],
  ['a theft to a contact', contact, true],
  ['a silence', alarm('SILENCE'), false],
  ['a battery', alarm('LOW_BATTERY', 'PUSH'), false],
  ['a storm', reminder('WEATHER'), false],
  ['an arrival', other('place-visit'), false],
  ['an arrival at a webhook', { ...other('place-visit'), channel: 'WEBHOOK' }, true],
  ['another’s alarm', other('person-alarm'), true],
  ['a reminder of a newer version', reminder('TYRES'), true],
  ['a new address', other('email-change-notice'), true],
  ['a licence that will end', other('licence-reminder'), true],
])('where all is declined, %s: sent is %3$s', (_name, message, wanted) => {
  expect(fateOf(message, { declined: everything, quietHours: null }, atNight)).toBe(wanted ? 'SENT' : 'UNWANTED')
})

test.each<[string, Waiting, waits: boolean]>([
  ['a theft', alarm('MOVEMENT'), false],
  ['a call for help', alarm('FALL', 'PUSH'), false],
  ['a silence, which may be one', alarm('SILENCE'), false],
  ['that protection has ended', reminder('CONSENT'), false],
  ['a new address', other('email-change-notice'), false],
  ['what is new on the way of tomorrow morning', other('route-news'), false],
  ['a message to a contact', contact, false],
  ['a battery', alarm('LOW_BATTERY'), true],
  ['a storm', reminder('WEATHER', 'PUSH'), true],
  ['an inspection', reminder('INSPECTION'), true],
  ['an arrival', other('place-visit'), true],
  ['a storm at an own place', other('place-weather'), true],
  ['another’s alarm', other('person-alarm'), false],
  ['a licence that will end', other('licence-reminder'), true],
])('in quiet hours %s: waits is %3$s', (_name, message, waits) => {
  expect(fateOf(message, { declined: [], quietHours }, atNight)).toEqual(waits ? morning : 'SENT')
  expect(fateOf(message, { declined: [], quietHours }, morning)).toBe('SENT')
})

test('one that is declined in one way goes the others', () => {
  const wishes = { declined: [declinedName('WEATHER', 'EMAIL')], quietHours: null }
  expect(fateOf(reminder('WEATHER'), wishes, atNight)).toBe('UNWANTED')
  expect(fateOf(reminder('WEATHER', 'PUSH'), wishes, atNight)).toBe('SENT')
})

test('what section 9 and decision 42 require is fixed, and nothing else', () => {
  const fixed = messageTopics.filter((topic) => choiceOf(topic, 'EMAIL') === 'FIXED')
  expect(fixed).toEqual(['THEFT', 'HELP', 'PROTECTION'])
})
