import { describe, expect, test } from 'vitest'
import { alarmKinds, helpKinds } from '#contract/alarms/alarms.ts'
import { minuteMs } from '#contract/base/time-units.ts'
import { type Chain, hopsOf, type LastChain } from './chain.ts'

const now = new Date('2026-06-01T01:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * minuteMs)
const [anna, bert] = [
  { id: 'anna', phone: null, helps: true },
  { id: 'bert', phone: null, helps: true },
]
const chain: Chain = {
  waitMinutes: 10,
  ownerPhone: null,
  contacts: [anna, bert],
  callsForHelp: false,
  last: null,
  lastForHelp: null,
}
const after = (last: LastChain) => hopsOf('MOVEMENT', { ...chain, last }, now).length > 0

test('an alarm goes to the first contact after the wait, to the next after as long again', () => {
  expect(hopsOf('MOVEMENT', chain, now)).toEqual([
    { number: 1, channel: 'EMAIL', contactId: 'anna', dueAt: minutes(10) },
    { number: 2, channel: 'EMAIL', contactId: 'bert', dueAt: minutes(20) },
  ])
})

test('a phone is reached with the e-mail to its person, and the owner’s at once', () => {
  const contacts = [anna, { ...bert, phone: 'VOICE' as const }]
  expect(hopsOf('MOVEMENT', { ...chain, ownerPhone: 'SMS', contacts }, now)).toEqual([
    { number: 0, channel: 'SMS', contactId: null, dueAt: now },
    { number: 1, channel: 'EMAIL', contactId: 'anna', dueAt: minutes(10) },
    { number: 2, channel: 'EMAIL', contactId: 'bert', dueAt: minutes(20) },
    { number: 2, channel: 'VOICE', contactId: 'bert', dueAt: minutes(20) },
  ])
})

test('a test reaches the owner’s phone and nobody else, also while a chain rests', () => {
  const last = { endsAt: now, answeredAt: null }
  expect(hopsOf('TEST', { ...chain, ownerPhone: 'VOICE', last }, now)).toEqual([
    { number: 0, channel: 'VOICE', contactId: null, dueAt: now },
  ])
})

test('contacts hear of what may be a theft, and of nothing else where their owner wishes no more', () => {
  expect(alarmKinds.filter((kind) => hopsOf(kind, chain, now).length > 0)).toEqual([
    'MOVEMENT',
    'TOW',
    'POWER_CUT',
    'TAMPER',
    'JAMMING',
  ])
})

describe('a call for help', () => {
  const carl = { id: 'carl', phone: null, helps: false }
  const calling: Chain = { ...chain, callsForHelp: true, contacts: [carl, anna, bert] }
  const resting = { endsAt: minutes(5), answeredAt: null }

  test.each(helpKinds)('%s reaches contacts who agreed to it, one after the other, where the owner wishes', (kind) => {
    expect(hopsOf(kind, calling, now)).toEqual([
      { number: 1, channel: 'EMAIL', contactId: 'anna', dueAt: minutes(10) },
      { number: 2, channel: 'EMAIL', contactId: 'bert', dueAt: minutes(20) },
    ])
    expect(hopsOf(kind, { ...calling, callsForHelp: false }, now)).toEqual([])
  })

  test('reaches the owner’s phone at once, whatever they wish for contacts', () => {
    expect(hopsOf('SOS', { ...chain, ownerPhone: 'SMS' }, now)).toEqual([
      { number: 0, channel: 'SMS', contactId: null, dueAt: now },
    ])
  })

  test('waits for no chain about a theft, nor a theft for one about help, but each for its own', () => {
    const begins = (kind: 'SOS' | 'TOW', last: Partial<Chain>) => hopsOf(kind, { ...calling, ...last }, now).length > 0
    expect(begins('SOS', { last: resting })).toBe(true)
    expect(begins('TOW', { lastForHelp: resting })).toBe(true)
    expect(begins('SOS', { lastForHelp: resting })).toBe(false)
    expect(begins('TOW', { last: resting })).toBe(false)
  })
})

test('without contacts there is no chain', () => {
  expect(hopsOf('TOW', { ...chain, contacts: [] }, now)).toEqual([])
})

describe('a new chain begins', () => {
  test.each([
    ['not while the one before goes on', { endsAt: minutes(5), answeredAt: null }, false],
    ['not soon after it ended unanswered', { endsAt: minutes(-59), answeredAt: null }, false],
    ['an hour after it ended unanswered', { endsAt: minutes(-60), answeredAt: null }, true],
    ['not soon after somebody answered', { endsAt: minutes(5), answeredAt: minutes(-29) }, false],
    [
      'half an hour after somebody answered, though it would still go on',
      { endsAt: minutes(5), answeredAt: minutes(-30) },
      true,
    ],
    [
      'not while one goes on that was answered when our clock was ahead',
      { endsAt: minutes(5), answeredAt: minutes(9999) },
      false,
    ],
    ['an hour after the end of such a one', { endsAt: minutes(-60), answeredAt: minutes(9999) }, true],
  ])('%s', (_when, last, begins) => expect(after(last)).toBe(begins))
})
