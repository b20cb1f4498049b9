import { describe, expect, test } from 'vitest'
import { deliveredSettings } from '#domain/settings/settings.ts'
import { spur } from '#domain/testing/device-details.ts'
import type { OutboxChange } from '#web/api/offline/outbox-change.ts'
import { stuckInWords, titleOf } from './outbox-texts.ts'

const device = (changes: object): OutboxChange => ({
  kind: 'device',
  id: 'd1',
  base: spur,
  mine: { ...spur, ...changes },
})
const draft = { settings: deliveredSettings(), led: null }
const settings = (of: 'account' | 'device', id: string): OutboxChange => ({
  kind: 'settings',
  of,
  id,
  base: draft,
  mine: draft,
})
const report: OutboxChange = {
  kind: 'report',
  report: { poiType: 'TrafficJam', latitude: 49, longitude: 8 },
}

const at = '2026-11-21T12:00:00.000Z'
const vote = (confirms: boolean): OutboxChange => ({
  kind: 'vote',
  id: 'report-1',
  poiType: 'Obstacle',
  confirms,
  seenAt: at,
})

test.each<[string, OutboxChange]>([
  ['„Spur“ umbenennen in „Kombi“', device({ deviceName: 'Kombi' })],
  ['Angaben zu „Spur“', device({ notes: 'Kette geölt' })],
  ['Warneinstellungen des Kontos', settings('account', 'anna')],
  ['Einstellungen des Geräts 356938 035643 809', settings('device', '356938035643809')],
  ['Meldung: Stau', report],
  ['Noch da: Hindernis', vote(true)],
  ['Nicht mehr da: Hindernis', vote(false)],
  ['„Ich fahre“', { kind: 'ride', id: 'd1', at }],
  ['Als gestohlen melden', { kind: 'theft', id: 'd1', at }],
])('a change is called %s', (title, change) => expect(titleOf(change)).toBe(title))

describe('why a change was not saved, and what to do', () => {
  test.each([
    ['gone', { why: 'gone' }, device({}), /gehört nicht mehr zu Ihrem Konto/],
    [
      'renamed elsewhere',
      { why: 'changed', theirs: { ...spur, deviceName: 'Enduro' } },
      device({}),
      /inzwischen „Enduro“/,
    ],
    [
      'changed elsewhere',
      { why: 'changed', theirs: { ...spur, notes: 'x' } },
      device({}),
      /an anderer Stelle geändert/,
    ],
    ['settings changed elsewhere', { why: 'changed', theirs: draft }, settings('account', 'a'), /verwerfen Sie sie/],
    ['refused', { why: 'refused', message: 'Schon vorbei.' }, report, /^Nicht gespeichert: Schon vorbei\.$/],
  ] as const)('%s', (_what, stuck, change, words) => expect(stuckInWords(stuck, change)).toMatch(words))
})
