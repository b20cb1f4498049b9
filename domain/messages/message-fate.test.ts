import { expect, test } from 'vitest'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import { choiceOf, choiceOfPerson, messageTopics, wishChannels } from '#contract/messages/message-wishes.ts'
import { declinedName, fateOf, type Waiting } from './message-fate.ts'

const atNight = new Date('2026-11-24T01:00:00Z')
const morning = new Date('2026-11-24T06:00:00Z')
const quietHours = { from: '22:00', to: '07:00' }

const alarm = (alarmKind: AlarmKind, channel: Waiting['channel'] = 'EMAIL'): Waiting =>
  channel === 'EMAIL' || channel === 'PUSH'
    ? { kind: 'alarm', about: ['1'], channel, number: null, alarmKind, tries: 1 }
    : { kind: 'alarm-hop', about: ['1'], channel, number: 0, alarmKind, tries: 1 }
const reminder = (kind: string, channel: Waiting['channel'] = 'EMAIL'): Waiting => ({
  kind: 'reminder',
  about: ['device', kind, 'one'],
  channel,
  number: null,
  alarmKind: null,
  tries: 1,
})
const other = (kind: string): Waiting => ({
  kind,
  about: ['x'],
  channel: 'EMAIL',
  number: null,
  alarmKind: null,
  tries: 1,
})
const toPerson = (alarmKind: AlarmKind, channel: 'EMAIL' | 'PUSH' = 'EMAIL'): Waiting => ({
  ...alarm(alarmKind, channel),
  kind: 'person-alarm',
})
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
  ['a theft of another’s vehicle by e-mail', toPerson('MOVEMENT'), false],
  ['another’s call for help by e-mail', toPerson('SOS'), false],
  ['another’s call for help by push', toPerson('FALL', 'PUSH'), false],
  ['a silence of another’s vehicle', toPerson('SILENCE'), false],
  ['a reminder of a newer version', reminder('TYRES'), true],
  ['a new address', other('email-change-notice'), true],
  ['a licence that will end', other('licence-reminder'), true],
])('where all is declined, %s: sent is %3$s', (_name, message, wanted) => {
  expect(fateOf(message, { declined: everything, quietHours: null, digestAt: null }, atNight)).toBe(
    wanted ? 'SENT' : 'UNWANTED',
  )
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
  ['a theft of another’s vehicle', toPerson('MOVEMENT'), false],
  ['a silence of another’s vehicle', toPerson('SILENCE'), false],
  ['a licence that will end', other('licence-reminder'), true],
])('in quiet hours %s: waits is %3$s', (_name, message, waits) => {
  expect(fateOf(message, { declined: [], quietHours, digestAt: null }, atNight)).toEqual(waits ? morning : 'SENT')
  expect(fateOf(message, { declined: [], quietHours, digestAt: null }, morning)).toBe('SENT')
})

const licenceIn = (days: string): Waiting => ({
  ...other('licence-reminder'),
  about: ['l', '2026-12-01T00:00:00Z', days],
})

test.each<[string, Waiting, inDigest: boolean]>([
  ['a battery', alarm('LOW_BATTERY'), true],
  ['a battery by push', alarm('LOW_BATTERY', 'PUSH'), false],
  ['a pause', reminder('PAUSED'), true],
  ['an inspection', reminder('INSPECTION'), true],
  ['a season', reminder('SEASON'), true],
  ['a licence that ends in a week', licenceIn('7'), true],
  ['a licence that ends tomorrow', licenceIn('1'), false],
  ['one that was tried already', { ...reminder('SEASON'), tries: 2 }, false],
  ['a theft', alarm('MOVEMENT'), false],
  ['a call for help', alarm('SOS'), false],
  ['a silence', alarm('SILENCE'), false],
  ['an alarm that sees nothing', reminder('BLIND'), false],
  ['that protection has ended', reminder('CONSENT'), false],
  ['a storm', reminder('WEATHER'), false],
  ['a storm at an own place', other('place-weather'), false],
  ['an arrival', other('place-visit'), false],
  ['a new address', other('email-change-notice'), false],
  ['a reminder of a newer version', reminder('TYRES'), false],
  ['the e-mail of the day itself', other('digest'), false],
])('where e-mails come as one a day, %s: goes in it is %s', (_name, message, inDigest) => {
  const wishes = { declined: [], quietHours: null, digestAt: '18:00' }
  const noon = new Date('2026-11-24T11:00:00Z')
  const fate = inDigest ? { inDigestAt: new Date('2026-11-24T17:00:00Z') } : 'SENT'
  expect(fateOf(message, wishes, noon)).toEqual(fate)
})

test('what is declined goes in no e-mail of the day, which itself waits for the end of quiet hours', () => {
  const wishes = { declined: [declinedName('SEASON', 'EMAIL')], quietHours, digestAt: '18:00' }
  expect(fateOf(reminder('SEASON'), wishes, atNight)).toBe('UNWANTED')
  expect(fateOf(other('digest'), wishes, atNight)).toEqual(morning)
})

test('one that is declined in one way goes the others', () => {
  const wishes = { declined: [declinedName('WEATHER', 'EMAIL')], quietHours: null, digestAt: null }
  expect(fateOf(reminder('WEATHER'), wishes, atNight)).toBe('UNWANTED')
  expect(fateOf(reminder('WEATHER', 'PUSH'), wishes, atNight)).toBe('SENT')
})

test('what an invited person has declined in one way comes the other', () => {
  const wishes = { declined: [declinedName('THEFT', 'EMAIL')], quietHours: null, digestAt: null }
  expect(fateOf(toPerson('MOVEMENT'), wishes, atNight)).toBe('UNWANTED')
  expect(fateOf(toPerson('MOVEMENT', 'PUSH'), wishes, atNight)).toBe('SENT')
  expect(fateOf(toPerson('SOS'), wishes, atNight)).toBe('SENT')
})

test('an invited person chooses all that they get, and nothing else', () => {
  const cells = messageTopics.flatMap((topic) => wishChannels.map((channel) => [topic, channel] as const))
  const free = cells.filter(([topic, channel]) => choiceOfPerson(topic, channel) === 'FREE')
  expect(free.map((cell) => declinedName(...cell))).toEqual([
    'THEFT PUSH',
    'THEFT EMAIL',
    'HELP PUSH',
    'HELP EMAIL',
    'SILENCE PUSH',
    'SILENCE EMAIL',
  ])
  expect(cells.map(([topic, channel]) => choiceOfPerson(topic, channel))).not.toContain('FIXED')
})

test('what section 9 and decision 42 require is fixed, and nothing else', () => {
  const fixed = messageTopics.filter((topic) => choiceOf(topic, 'EMAIL') === 'FIXED')
  expect(fixed).toEqual(['THEFT', 'HELP', 'PROTECTION'])
})
