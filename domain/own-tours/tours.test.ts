import { describe, expect, test } from 'vitest'
import { ownToursLimits } from '#contract/own-tours/own-tours-limits.ts'
import { minuteSeconds } from '#contract/base/time-units.ts'
import type { OwnFix, Recording } from './recordings.ts'
import { piecesOfStored, storedPieces } from './stored-pieces.ts'
import { keyOf, newTours, nothingAdded } from './tours.ts'

const now = new Date('2026-05-02T00:00:00Z')
const began = Date.parse('2026-05-01T08:00:00Z') / 1000
const { pauseMinutes } = ownToursLimits

/** A fix so many minutes after the beginning, a kilometre further north each minute. */
const after = (minutes: number): OwnFix => ({
  seconds: began + minutes * minuteSeconds,
  latitude: Math.round((54 + minutes * 0.009) * 100_000) / 100_000,
  longitude: 6,
})
const fixes = (...minutes: number[]) => minutes.map(after)
const tours = (recordings: Recording[], beside: Partial<Parameters<typeof newTours>[1]> = {}) =>
  newTours(
    { source: 'gpx', recordings, unreadable: 0, withoutTime: 0 },
    { known: new Set(), hidden: [], now, ...beside },
  )
const minutesOf = (pieces: OwnFix[][]) =>
  pieces.map((piece) => piece.map(({ seconds }) => (seconds - began) / minuteSeconds))

describe('tours', () => {
  test('are in the order of time, each fix once, with their length', () => {
    const { tours: found, counts } = tours([{ name: ' Am\nMeer ', fixes: fixes(2, 0, 1, 1) }])
    expect(found).toMatchObject([{ name: 'Am Meer', begins: began, ends: began + 120, points: 3 }])
    expect(found[0]?.lengthMetres).toBeCloseTo(2_000, -2)
    expect(counts).toEqual({ added: 3, known: 0, hidden: 0, unusable: 0, withoutTime: 0 })
  })

  test('end with a long pause, and a recording is not joined to another', () => {
    const long = 1 + pauseMinutes
    const { tours: found } = tours([
      { name: 'A', fixes: fixes(0, 1, long, long + 2, 2 * long + 3, 2 * long + 4) },
      { name: 'B', fixes: fixes(5, 6) },
    ])
    expect(found.map(({ name, pieces }) => [name, minutesOf(pieces)])).toEqual([
      ['A', [[0, 1, long, long + 2]]],
      ['B', [[5, 6]]],
      ['A', [[2 * long + 3, 2 * long + 4]]],
    ])
  })

  test('have no more points than one may, and no place alone is one', () => {
    const many = Array.from({ length: ownToursLimits.tourPoints + 1 }, (_, second) => ({
      seconds: began + second,
      latitude: 54 + second / 100_000,
      longitude: 6,
    }))
    const { tours: found, counts } = tours([{ name: null, fixes: many }])
    expect(found.map(({ points }) => points)).toEqual([ownToursLimits.tourPoints])
    expect(counts).toMatchObject({ added: ownToursLimits.tourPoints, unusable: 1 })
  })

  test('of a time that nobody can have been somewhere by satellite are left out', () => {
    const old = { ...after(0), seconds: Date.parse('1999-12-31T23:59:59Z') / 1000 }
    const ahead = { ...after(0), seconds: now.getTime() / 1000 + 3_600 }
    expect(tours([{ name: null, fixes: [old, ahead] }])).toMatchObject({ tours: [], counts: { unusable: 2 } })
  })

  test('have nothing that is known, and are broken there', () => {
    const known = new Set(fixes(2, 3).map(keyOf))
    const { tours: found, counts } = tours([{ name: null, fixes: fixes(0, 1, 2, 3, 4, 5) }], { known })
    expect(found.map(({ pieces }) => minutesOf(pieces))).toEqual([
      [
        [0, 1],
        [4, 5],
      ],
    ])
    expect(counts).toMatchObject({ added: 4, known: 2 })
  })

  test('have nothing of a private zone, not even in their length', () => {
    const { latitude, longitude } = after(2)
    const hidden = [{ centre: { latitude, longitude }, radiusMetres: 1_500 }]
    const { tours: found, counts } = tours([{ name: null, fixes: fixes(-1, 0, 1, 2, 3, 4, 5) }], { hidden })
    expect(found.map(({ pieces }) => minutesOf(pieces))).toEqual([
      [
        [-1, 0],
        [4, 5],
      ],
    ])
    expect(found[0]?.lengthMetres).toBeCloseTo(2_000, -2)
    expect(counts).toMatchObject({ added: 4, hidden: 3 })
  })
})

test.each([
  [{ added: 1, known: 5, hidden: 0, unusable: 0, withoutTime: 3 }, null],
  [{ added: 0, known: 5, hidden: 1, unusable: 0, withoutTime: 0 }, 'all-known'],
  [{ added: 0, known: 0, hidden: 1, unusable: 0, withoutTime: 9 }, 'all-hidden'],
  [{ added: 0, known: 0, hidden: 0, unusable: 2, withoutTime: 1 }, 'without-times'],
  [{ added: 0, known: 0, hidden: 0, unusable: 2, withoutTime: 0 }, 'no-tours'],
])('of %j nothing is added: %s', (counts, why) => {
  expect(nothingAdded(counts)).toBe(why)
})

test('what is stored is read again as it was, so the same file is known', () => {
  const { tours: found } = tours([{ name: null, fixes: fixes(0, 1, 2, 7) }])
  const again = found.flatMap(({ pieces, begins }) => piecesOfStored(storedPieces(pieces, begins), begins)).flat()
  expect(tours([{ name: null, fixes: fixes(0, 1, 2, 7) }], { known: new Set(again.map(keyOf)) })).toMatchObject({
    tours: [],
    counts: { known: 4 },
  })
})
