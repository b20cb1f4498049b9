import { describe, expect, test } from 'vitest'
import type { Alarm, GuardState, EmailState } from '#contract/alarms/alarms.ts'
import { areEmailsReturned, hopsOf, isExpectedSoon, emailInWords, sightInWords, stateInWords } from './alarm-words.ts'

const now = new Date('2026-06-01T08:00:00Z')
const guarding: GuardState = { guarded: true, missed: false, pause: null, sentToday: 3, quietUntil: null, sight: null }

describe('the alarm', () => {
  test.each<[string, string, GuardState, differing?: { isLost?: boolean; isDemo?: boolean }]>([
    ['Scharf', 'Heute verschickt: 3 von höchstens 20 E-Mails über Bewegungen.', guarding],
    ['Scharf', 'frühestens um 10:09', { ...guarding, quietUntil: '2026-06-01T08:09:00Z' }],
    ['Scharf', 'Mehr davon kommen heute nicht.', { ...guarding, sentToday: 20 }],
    [
      'Pausiert',
      'bis 01.06.2026, 11:00 Uhr, noch 60 Minuten',
      { ...guarding, pause: { kind: 'TIMED', until: '2026-06-01T09:00:00Z' } },
    ],
    [
      'Pausiert',
      'oder 60 Minuten anderswo. Spätestens bis 02.06.2026, 10:00',
      { ...guarding, pause: { kind: 'RIDE', until: '2026-06-02T08:00:00Z' } },
    ],
    ['Pausiert', 'bis Sie ihn wieder einschalten', { ...guarding, pause: { kind: 'OPEN', until: null } }],
    ['Ohne Ortung', 'keine verwertbaren Positionen', guarding, { isLost: true }],
    [
      'Pausiert',
      'bis 01.06.2026',
      { ...guarding, pause: { kind: 'TIMED', until: '2026-06-01T09:00:00Z' } },
      { isLost: true },
    ],
    ['Aus', 'sobald das Tracking aktiv ist', { ...guarding, guarded: false }],
    ['Scharf', 'Im Demokonto wird keine verschickt', guarding, { isDemo: true }],
  ])('is shown as „%s“: %s', (name, words, state, differing = {}) => {
    const steps = stateInWords(state, { isLost: false, isDemo: false, ...differing }, now)
    expect(steps.name).toBe(name)
    expect(steps.sentences.join(' ')).toContain(words)
  })
})

test.each<[string, GuardState['sight'], string[]]>([
  ['nothing is known', null, []],
  ['it reports every minute', { radiusMetres: 50, everySeconds: 60, hasErred: false }, ['alle 60 Sekunden', '50 m']],
  ['it reports every hour', { radiusMetres: 120, everySeconds: 3600, hasErred: false }, ['alle 60 Minuten', '120 m']],
  ['its rhythm is not known', { radiusMetres: 50, everySeconds: null, hasErred: false }, ['weniger als 50 m']],
  ['it has erred', { radiusMetres: 50, everySeconds: 60, hasErred: true }, ['bis zu einer Stunde']],
])('how closely the alarm looks is said where %s', (_name, sight, words) => {
  const said = sightInWords(sight).join(' ')
  for (const word of words) expect(said).toContain(word)
  expect(said === '').toBe(sight === null)
})

describe('a test alarm', () => {
  const alarm: Alarm = {
    id: 'a',
    kind: 'TEST',
    detectedAt: '2026-06-01T08:00:00Z',
    place: null,
    numberToday: null,
    evidence: null,
    letter: { state: 'QUEUED', dueAt: null, begunAt: null, endedAt: null, reportedAt: null },
    pushes: [],
    hops: [],
    acknowledgedAt: null,
  }
  const [begunAt, endedAt, reportedAt] = ['2026-06-01T08:00:01Z', '2026-06-01T08:00:02Z', '2026-06-01T08:05:00Z']

  test.each([
    ['queued', alarm.letter, 1, true, 'E-Mail wartet'],
    [
      'waiting for its turn',
      { state: 'QUEUED', dueAt: '2026-06-01T08:15:00Z', begunAt: null, endedAt: null },
      1,
      false,
      'E-Mail geht um 10:15 hinaus',
    ],
    ['answered before', { state: 'STOPPED', begunAt: null, endedAt }, 1, false, 'keine E-Mail mehr nötig'],
    ['handed over', { state: 'SENDING', begunAt, endedAt: null }, 2, true, 'E-Mail wird übergeben'],
    ['refused for now', { state: 'QUEUED', begunAt, endedAt }, 2, false, 'E-Mail wartet'],
    ['given up', { state: 'FAILED', begunAt, endedAt }, 2, false, 'E-Mail nicht zustellbar'],
    ['accepted', { state: 'SENT', begunAt, endedAt }, 3, false, 'E-Mail angenommen 10:00'],
    ['delivered', { state: 'DELIVERED', begunAt, endedAt, reportedAt }, 4, false, 'E-Mail zugestellt 10:05'],
    ['refused for good', { state: 'BOUNCED', begunAt, endedAt: null, reportedAt }, 3, false, 'E-Mail kam zurück 10:05'],
    ['returned', { state: 'BOUNCED', begunAt, endedAt, reportedAt }, 4, false, 'E-Mail kam zurück 10:05'],
  ] as const)('whose e-mail is %s shows the hops so far', (_name, state, hops, soon, words) => {
    const letter = { dueAt: null, reportedAt: null, ...state }
    const steps = hopsOf({ ...alarm, letter })
    expect(steps.filter(({ at }) => at !== null)).toHaveLength(hops)
    expect(steps.some(({ at }) => at === null)).toBe(hops < 3)
    expect(isExpectedSoon({ ...alarm, letter })).toBe(soon)
    expect(emailInWords(letter)).toBe(words)
  })
})

describe('the notice that e-mails do not arrive', () => {
  const letter = (state: EmailState) => ({
    letter: { state, dueAt: null, begunAt: null, endedAt: null, reportedAt: null },
  })

  test.each([
    ['when the last one came back', ['BOUNCED', 'SENT'], true],
    ['also while the next one is on its way', ['QUEUED', 'SENDING', 'BOUNCED'], true],
    ['no longer when a later one was taken', ['SENT', 'BOUNCED'], false],
    ['not if the last one was delivered', ['DELIVERED', 'BOUNCED'], false],
    ['not if none was sent', [], false],
  ] as const)('is shown %s', (_when, states, isShown) => {
    expect(areEmailsReturned(states.map(letter))).toBe(isShown)
  })
})
