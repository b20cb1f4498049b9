import { expect, test } from 'vitest'
import type { AlarmKind, GuardState } from '#contract/alarms/alarms.ts'
import { stateInWords, untoldInWords, waitsForAnswer } from './state-words.ts'

const armed: GuardState = { guarded: true, missed: false, pause: null, sentToday: 0, quietUntil: null, sight: null }

test.each([
  [armed, 'Der Alarm ist scharf.'],
  [{ ...armed, guarded: false }, 'Der Alarm ist aus.'],
  [{ ...armed, pause: { kind: 'RIDE' as const, until: null } }, 'Der Alarm pausiert.'],
  [{ ...armed, guarded: false, missed: true }, 'Als gestohlen oder verdächtig gemeldet.'],
])('the state of another’s vehicle is a sentence: %#', (state, words) => expect(stateInWords(state)).toBe(words))

const alarm = (kind: AlarmKind, isAnswered: boolean) => ({
  kind,
  acknowledgedAt: isAnswered ? '2026-06-01T10:00:00.000Z' : null,
})

test.each([
  ['no alarm', [], false],
  ['a movement', [alarm('MOVEMENT', false)], true],
  ['a movement that is answered, with one before it', [alarm('MOVEMENT', true), alarm('TOW', false)], false],
  ['a test after a movement', [alarm('TEST', false), alarm('MOVEMENT', false)], true],
  ['a low battery', [alarm('LOW_BATTERY', false)], false],
])('after %s an answer is awaited or not', (_what, log, expected) => expect(waitsForAnswer(log)).toBe(expected))

test.each([
  [undefined, null],
  [[], null],
  [['THEFT'], 'Bekommt bei Diebstahl keine Nachricht.'],
  [['HELP'], 'Bekommt bei einem Hilferuf keine Nachricht.'],
  [['HELP', 'THEFT'], 'Bekommt bei Diebstahl und Hilferuf keine Nachricht.'],
  [['TYRES'], null],
])('of a person who is untold of %j their owner reads: %s', (untold, words) => {
  expect(untoldInWords(untold)).toBe(words)
})
