import { describe, expect, test } from 'vitest'
import { dossierStates, type DossierState } from '#contract/dossier/dossier.ts'
import { hourMs } from '#contract/base/time-units.ts'
import { dossierLimits } from '#contract/dossier/dossier-limits.ts'
import {
  endsLinks,
  isOfEarlierTheft,
  keptFrom,
  linkEnd,
  linkState,
  mayFollow,
  periodOf,
  sinceMistake,
  type StateChange,
  statedSince,
  stateOf,
  undoableOf,
  undoEnd,
  visibleRange,
} from './dossier.ts'
import { rangeMistake } from '#domain/history/range.ts'

const now = new Date('2026-06-20T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
/** Changes by how many hours ago they came to be, said at once. */
const changes = (...steps: [DossierState, number][]): StateChange[] =>
  steps.map(([state, hours]) => ({ state, since: ago(hours), setAt: ago(hours) }))

describe('the state', () => {
  test.each([
    ['PARKED', ['SUSPICIOUS', 'STOLEN']],
    ['SUSPICIOUS', ['PARKED', 'STOLEN']],
    ['STOLEN', ['RECOVERED']],
    ['RECOVERED', ['PARKED', 'STOLEN']],
  ] as const)('%s may become only %j', (state, next) => {
    expect(dossierStates.filter((candidate) => mayFollow(state, candidate))).toEqual(next)
  })

  test('is parked where nobody has said anything, else what was said last', () => {
    expect(stateOf([])).toBe('PARKED')
    expect(stateOf(changes(['SUSPICIOUS', 3], ['STOLEN', 1]))).toBe('STOLEN')
  })

  test.each([
    ['PARKED', 'SUSPICIOUS', true],
    ['PARKED', 'STOLEN', true],
    ['SUSPICIOUS', 'STOLEN', false],
    ['SUSPICIOUS', 'PARKED', true],
    ['STOLEN', 'RECOVERED', false],
    ['RECOVERED', 'PARKED', true],
    ['RECOVERED', 'STOLEN', true],
  ] as const)('changing from %s to %s ends the links of before: %s', (state, next, ends) => {
    expect(endsLinks(state, next)).toBe(ends)
  })
})

describe('the period of a theft', () => {
  test.each<[string, [DossierState, number][], { from: number; to: number | null } | null]>([
    ['nothing was said', [], null],
    ['a suspicion goes on', [['SUSPICIOUS', 5]], { from: 5, to: null }],
    [
      'a suspicion became certain',
      [
        ['SUSPICIOUS', 5],
        ['STOLEN', 2],
      ],
      { from: 5, to: null },
    ],
    [
      'a suspicion was dispelled',
      [
        ['SUSPICIOUS', 5],
        ['PARKED', 4],
      ],
      null,
    ],
    [
      'the vehicle is back',
      [
        ['STOLEN', 9],
        ['RECOVERED', 3],
      ],
      { from: 9, to: 3 },
    ],
    [
      'the vehicle is back and put away',
      [
        ['STOLEN', 9],
        ['RECOVERED', 3],
        ['PARKED', 2],
      ],
      null,
    ],
    [
      'it was stolen again',
      [
        ['STOLEN', 90],
        ['RECOVERED', 70],
        ['STOLEN', 2],
      ],
      { from: 2, to: null },
    ],
  ])('where %s', (_, steps, wanted) => {
    expect(periodOf(changes(...steps))).toEqual(
      wanted && { since: ago(wanted.from), from: ago(wanted.from), until: wanted.to === null ? null : ago(wanted.to) },
    )
  })

  test('shows nothing older than 14 days and nothing after the vehicle was back', () => {
    expect(visibleRange(null, now)).toBeNull()
    expect(visibleRange({ since: ago(20 * 24), from: ago(20 * 24), until: null }, now)?.start).toEqual(ago(14 * 24))
    expect(visibleRange({ since: ago(5), from: ago(5), until: ago(2) }, now)).toEqual({ start: ago(5), end: ago(2) })
    expect(visibleRange({ since: ago(20 * 24), from: ago(20 * 24), until: ago(15 * 24) }, now)).toBeNull()
  })

  test.each([
    [5, 5],
    [20 * 24, 14 * 24],
  ])('that began %i hours ago is a range of the history from %i hours ago until now', (hours, kept) => {
    const start = keptFrom(ago(hours), now)
    expect(start).toEqual(ago(kept))
    expect(rangeMistake(start, now)).toBeNull()
  })

  test('includes a fix of this moment, also of a clock that is a little ahead', () => {
    const end = visibleRange({ since: ago(5), from: ago(5), until: null }, now)?.end ?? ago(0)
    expect(end.getTime() - now.getTime()).toBe(120_000)
  })
})

test.each([
  [-1, [], /nicht in der Zukunft/],
  [0, [], null],
  [14 * 24, [], null],
  [14 * 24 + 1, [], /letzten 14 Tage/],
  [5, [['SUSPICIOUS', 3]], /nach der letzten Änderung/],
  [3, [['SUSPICIOUS', 3]], null],
] as [number, [DossierState, number][], RegExp | null][])(
  'a state said to hold since %i hours ago after %j is answered with %s',
  (hours, steps, message) => {
    const mistake = sinceMistake(ago(hours), changes(...steps).at(-1), now)
    if (message === null) expect(mistake).toBeNull()
    else expect(mistake).toMatch(message)
  },
)

describe('a link', () => {
  test.each([
    ['DAY', 24],
    ['THREE_DAYS', 72],
    ['WEEK', 168],
  ] as const)('of the term %s opens for %i hours', (term, hours) => {
    expect(linkEnd(term, now)).toEqual(ago(-hours))
  })

  test.each([
    [ago(-1), null, 'OPEN'],
    [ago(0), null, 'EXPIRED'],
    [ago(-1), ago(1), 'REVOKED'],
    [ago(1), ago(2), 'REVOKED'],
  ])('that ends at %s and was revoked at %s is %s', (expiresAt, revokedAt, state) => {
    expect(linkState({ expiresAt, revokedAt }, now)).toBe(state)
  })
})

describe('a theft that is stated', () => {
  const seconds = (number: number) => new Date(now.getTime() + number * 1_000)

  test.each([
    ['STOLEN', 0, 10],
    ['STOLEN', -4, 6],
    ['STOLEN', -dossierLimits.undoSeconds, null],
    ['SUSPICIOUS', 0, null],
    ['RECOVERED', 0, null],
  ] as const)('%s, said %i seconds from now, can be taken back for %s seconds', (state, said, left) => {
    expect(undoEnd(state, seconds(said), now)).toEqual(left === null ? null : seconds(left))
  })

  test('can be taken back until its end, and only while nothing was stated after it', () => {
    const stolen: StateChange = { state: 'STOLEN', since: now, setAt: now, undoUntil: seconds(10) }
    expect(undoableOf([stolen], seconds(9))).toEqual({ setAt: now, undoUntil: seconds(10) })
    expect(undoableOf([stolen], seconds(10))).toBeNull()
    expect(undoableOf([stolen, { state: 'RECOVERED', since: now, setAt: now }], seconds(5))).toBeNull()
    expect(undoableOf([], now)).toBeNull()
  })

  test.each([
    ['a movement that is known', 'STOLEN', ago(3), [], ago(3)],
    ['now, where none is known', 'STOLEN', null, [], now],
    ['now, where the movement was before what was stated last', 'STOLEN', ago(3), [['RECOVERED', 1]], now],
    ['now, where it is back', 'RECOVERED', ago(3), [['STOLEN', 9]], now],
  ] as [string, DossierState, Date | null, [DossierState, number][], Date][])(
    'holds since %s',
    (_, state, beganAt, steps, since) => {
      expect(statedSince(state, beganAt, { previous: changes(...steps).at(-1), setAt: now })).toEqual(since)
    },
  )

  test.each([
    [[], 5, false],
    [[['STOLEN', 3]], 5, true],
    [[['STOLEN', 3]], 2, false],
    [
      [
        ['SUSPICIOUS', 6],
        ['STOLEN', 3],
      ],
      5,
      false,
    ],
    [
      [
        ['STOLEN', 9],
        ['RECOVERED', 4],
      ],
      5,
      false,
    ],
    [
      [
        ['STOLEN', 9],
        ['RECOVERED', 4],
        ['STOLEN', 1],
      ],
      5,
      true,
    ],
  ] as [[DossierState, number][], number, boolean][])(
    'after %j a link that was made %i hours ago is of an earlier theft: %s',
    (steps, made, isEarlier) => {
      expect(isOfEarlierTheft(ago(made), changes(...steps))).toBe(isEarlier)
    },
  )
})
