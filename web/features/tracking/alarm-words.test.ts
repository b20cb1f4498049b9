import { describe, expect, test } from 'vitest'
import type { Alarm, GuardState, LetterState } from '#contract/alarms.ts'
import { doLettersReturn, hopsOf, isExpectedSoon, letterInWords, stateInWords } from './alarm-words.ts'

const now = new Date('2026-06-01T08:00:00Z')
const guarding: GuardState = { guarded: true, pause: null, sentToday: 3, quietUntil: null }

describe('the alarm', () => {
  test.each<[string, string, GuardState, trackingEnabled: boolean, isLost?: boolean]>([
    ['Scharf', 'Heute verschickt: 3 von höchstens 20 E-Mails über Bewegungen.', guarding, true],
    ['Scharf', 'frühestens um 10:09', { ...guarding, quietUntil: '2026-06-01T08:09:00Z' }, true],
    ['Scharf', 'Mehr davon kommen heute nicht.', { ...guarding, sentToday: 20 }, true],
    [
      'Pausiert',
      'bis 01.06.2026, 11:00 Uhr, noch 60 Minuten',
      { ...guarding, pause: { kind: 'TIMED', until: '2026-06-01T09:00:00Z' } },
      true,
    ],
    [
      'Pausiert',
      'bis das Fahrzeug 10 Minuten steht, spätestens bis 02.06.2026, 10:00',
      { ...guarding, pause: { kind: 'RIDE', until: '2026-06-02T08:00:00Z' } },
      true,
    ],
    ['Ohne Ortung', 'keine verwertbaren Positionen', guarding, true, true],
    [
      'Pausiert',
      'bis 01.06.2026',
      { ...guarding, pause: { kind: 'TIMED', until: '2026-06-01T09:00:00Z' } },
      true,
      true,
    ],
    ['Aus', 'sobald das Tracking aktiv ist', { ...guarding, guarded: false }, false],
    ['Aus', 'Im Demokonto', { ...guarding, guarded: false }, true],
  ])('is told as „%s“: %s', (name, words, state, trackingEnabled, isLost = false) => {
    const told = stateInWords(state, { trackingEnabled, isLost }, now)
    expect(told.name).toBe(name)
    expect(told.sentences.join(' ')).toContain(words)
  })
})

describe('a test alarm', () => {
  const alarm: Alarm = {
    id: 'a',
    kind: 'TEST',
    detectedAt: '2026-06-01T08:00:00Z',
    place: null,
    numberToday: null,
    letter: { state: 'QUEUED', begunAt: null, endedAt: null, reportedAt: null },
    pushes: [],
    acknowledgedAt: null,
  }
  const [begunAt, endedAt, reportedAt] = ['2026-06-01T08:00:01Z', '2026-06-01T08:00:02Z', '2026-06-01T08:05:00Z']

  test.each([
    ['queued', alarm.letter, 1, true, 'E-Mail wartet'],
    ['handed over', { state: 'SENDING', begunAt, endedAt: null }, 2, true, 'E-Mail wird übergeben'],
    ['refused for now', { state: 'QUEUED', begunAt, endedAt }, 2, false, 'E-Mail wartet'],
    ['given up', { state: 'FAILED', begunAt, endedAt }, 2, false, 'E-Mail nicht zustellbar'],
    ['accepted', { state: 'SENT', begunAt, endedAt }, 3, false, 'E-Mail angenommen 10:00'],
    ['delivered', { state: 'DELIVERED', begunAt, endedAt, reportedAt }, 4, false, 'E-Mail zugestellt 10:05'],
    ['refused for good', { state: 'BOUNCED', begunAt, endedAt: null, reportedAt }, 3, false, 'E-Mail kam zurück 10:05'],
    ['returned', { state: 'BOUNCED', begunAt, endedAt, reportedAt }, 4, false, 'E-Mail kam zurück 10:05'],
  ] as const)('that is %s has come so many hops', (_name, state, hops, soon, words) => {
    const letter = { reportedAt: null, ...state }
    const told = hopsOf({ ...alarm, letter })
    expect(told.filter(({ at }) => at !== null)).toHaveLength(hops)
    expect(told.some(({ at }) => at === null)).toBe(hops < 3)
    expect(isExpectedSoon({ ...alarm, letter })).toBe(soon)
    expect(letterInWords(letter)).toBe(words)
  })
})

describe('that letters do not arrive', () => {
  const letter = (state: LetterState) => ({ letter: { state, begunAt: null, endedAt: null, reportedAt: null } })

  test.each([
    ['when the last came back', ['BOUNCED', 'SENT'], true],
    ['also while the next is on its way', ['QUEUED', 'SENDING', 'BOUNCED'], true],
    ['no longer when another was taken since', ['SENT', 'BOUNCED'], false],
    ['not where the last was delivered', ['DELIVERED', 'BOUNCED'], false],
    ['not where none was sent', [], false],
  ] as const)('is told %s', (_when, states, isTold) => {
    expect(doLettersReturn(states.map(letter))).toBe(isTold)
  })
})
