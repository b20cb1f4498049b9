import { expect, test } from 'vitest'
import { doubtOf } from './shrinking-sources.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const later = new Date('2026-11-21T13:00:00.000Z')
const shown = { cameras: 3012, hazards: 20_000, rare: 5 }

test('what shrinks by more than a fifth is doubted, kind by kind, however much there is of others', () => {
  expect(doubtOf({ ...shown, cameras: 5 }, shown, null, now)).toEqual({ named: { cameras: 5 }, since: now })
  expect(doubtOf({ hazards: 20_000 }, shown, null, now)).toEqual({ named: { cameras: 0 }, since: now })
})

test('growing, shrinking by a fifth and a handful that changes are believed', () => {
  expect(doubtOf({ cameras: 2410, hazards: 30_000 }, shown, null, now)).toBeNull()
})

test('the same said an hour later is believed, not sooner, and not when there is still less', () => {
  const first = doubtOf({ ...shown, cameras: 2000 }, shown, null, now)
  const soon = new Date(later.getTime() - 1)
  expect(doubtOf({ ...shown, cameras: 1990 }, shown, first, soon)).toEqual({ named: { cameras: 1990 }, since: now })
  expect(doubtOf({ ...shown, cameras: 1990 }, shown, first, later)).toBeNull()
  expect(doubtOf({ ...shown, cameras: 5 }, shown, first, later)).toEqual({ named: { cameras: 5 }, since: later })
})
