import { expect, it } from 'vitest'
import type { Position } from '#contract/history/history.ts'
import type { Trip } from '#domain/track/trips.ts'
import { namesOf, noNames, unknownPlaces, withAnswer } from './chapter-names.ts'

const at = (index: number): Position => ({
  latitude: 49 + index / 100,
  longitude: 8,
  recordedAt: `2026-06-12T15:4${index}:00.000Z`,
})
const positions = [at(0), at(1), at(2)]

/** A ride to the position with this index. */
function rideTo(last: number): Trip {
  return {
    kind: 'trip',
    first: 0,
    last,
    start: '2026-06-12T15:40:00.000Z',
    end: `2026-06-12T15:4${last}:00.000Z`,
    durationMs: last * 60_000,
    stretches: [],
    distanceMetres: last * 1_000,
    movingMs: last * 60_000,
    pauses: 0,
    gaps: 0,
    maxKmh: 98,
    averageKmh: 44,
  }
}
const history = (last: number) => ({ positions, chapters: [rideTo(last)] })

function answered(last: number, names: readonly (string | null)[], before = noNames) {
  return withAnswer(before, history(last), unknownPlaces(history(last), before), names)
}

it('a ride is named once both of its ends are', () => {
  expect(namesOf(rideTo(1), history(1), noNames)).toBeNull()
  expect(namesOf(rideTo(1), history(1), answered(1, ['Ettlingen', 'Durlach']))).toEqual({
    start: 'Durlach',
    end: 'Ettlingen',
  })
})

it('a ride that goes on keeps its names until its new end is known', () => {
  const known = answered(1, ['Ettlingen', 'Durlach'])
  expect(unknownPlaces(history(2), known)).toEqual([{ latitude: 49.02, longitude: 8 }])
  expect(namesOf(rideTo(2), history(2), known)).toEqual({ start: 'Durlach', end: 'Ettlingen' })
  expect(namesOf(rideTo(2), history(2), answered(2, ['Malsch'], known))).toEqual({ start: 'Durlach', end: 'Malsch' })
})

it('a ride that now ends where nothing has a name has none', () => {
  const known = answered(1, ['Ettlingen', 'Durlach'])
  expect(namesOf(rideTo(2), history(2), answered(2, [null], known))).toBeNull()
})
