import { describe, expect, test } from 'vitest'
import { dayMs } from '#contract/base/time-units.ts'
import { extended, type Extension, type Term } from './support-terms.ts'

const now = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
const running: Term = { endsAt: inDays(10), days: 365 }
const expired: Term = { endsAt: inDays(-10), days: 365 }
const unused: Term = { endsAt: null, days: 365 }

describe('a licence is extended', () => {
  test.each<[what: string, term: Term, extension: Extension, then: Term]>([
    ['by days, from its end', running, { days: 30 }, { endsAt: inDays(40), days: 395 }],
    ['until a day', running, { until: inDays(11) }, { endsAt: inDays(11), days: 366 }],
    ['by days, from now where it has ended', expired, { days: 30 }, { endsAt: inDays(30), days: 395 }],
    ['by days before it has begun', unused, { days: 30 }, { endsAt: null, days: 395 }],
    ['by the most that a command gives', running, { days: 3650 }, { endsAt: inDays(3660), days: 4015 }],
  ])('%s', (_what, term, extension, then) => {
    expect(extended({ ...term, isRevoked: false }, extension, now)).toEqual({ term: then })
  })

  test.each<[what: string, term: Term, extension: Extension, then: Term]>([
    ['and runs as before', running, { days: 0 }, running],
    ['and has its days again, if nobody had activated it', unused, { days: 0 }, unused],
    ['and gets days on top of its former time', running, { days: 30 }, { endsAt: inDays(40), days: 395 }],
    ['and ends before its former end', running, { until: inDays(5) }, { endsAt: inDays(5), days: 365 }],
  ])('after it was revoked, %s', (_what, term, extension, then) => {
    expect(extended({ ...term, isRevoked: true }, extension, now)).toEqual({ term: then })
  })
})

describe('a licence is not extended', () => {
  test.each<[what: string, term: Term, extension: Extension, refused: string]>([
    ['until a day that is over', running, { until: inDays(-1) }, 'PAST'],
    ['until now', expired, { until: now }, 'PAST'],
    ['until a day before its end', running, { until: inDays(9) }, 'SHORTER'],
    ['by too many days', running, { days: 3651 }, 'TOO_LONG'],
    ['until a day too far away', running, { until: inDays(3661) }, 'TOO_LONG'],
    ['until a day before it has begun', unused, { until: inDays(30) }, 'NOT_BEGUN'],
    ['by too many days before it has begun', unused, { days: 3651 }, 'TOO_LONG'],
    ['by nothing', running, { days: 0 }, 'NOTHING'],
  ])('%s', (_what, term, extension, refused) => {
    expect(extended({ ...term, isRevoked: false }, extension, now)).toEqual({ refused })
  })
})
