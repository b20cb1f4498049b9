import { describe, expect, test } from 'vitest'
import { doubtsOf } from './outliers.ts'
import { chaptersOf } from './trips.ts'
import { tripSketch } from './trip-sketch.ts'
import { destination } from '#domain/geo/geo.ts'
import { ride } from '#domain/testing/ride.ts'

const frame = { width: 96, height: 64 }

describe('the sketch of a trip', () => {
  const fixes = ride('2026-06-13T10:00:00Z', [
    { kmh: 0, minutes: 20 },
    { kmh: 60, minutes: 200 },
    { kmh: 60, minutes: 14, silent: true },
    { kmh: 60, minutes: 30 },
    { kmh: 0, minutes: 20 },
  ])
  const [trip] = chaptersOf(fixes).filter(({ kind }) => kind === 'trip')

  test('is broken where the trip has a gap, and has few points however long the trip is', () => {
    const winding = fixes.map((fix, index) => destination(fix, 400 * Math.sin(index), 0))
    const positions = fixes.map((fix, index) => ({ ...fix, ...winding[index] }))
    const part = { first: trip?.first ?? NaN, last: trip?.last ?? NaN }
    const sketch = tripSketch(positions, new Map(), part, frame)
    expect(sketch?.lines).toHaveLength(2)
    expect(sketch?.lines.flat().length).toBeLessThanOrEqual(66)
  })

  test('leaves out a doubted position', () => {
    const astray = fixes.map((fix, index) => (index === 60 ? { ...fix, ...destination(fix, 70_000, 0) } : fix))
    const doubts = doubtsOf(astray)
    expect([...doubts.keys()]).toEqual([60])
    const whole = { first: 0, last: astray.length - 1 }
    const without = tripSketch(astray.toSpliced(60, 1), new Map(), { ...whole, last: whole.last - 1 }, frame)
    expect(tripSketch(astray, doubts, whole, frame)).toEqual(without)
    expect(tripSketch(astray, new Map(), whole, frame)).not.toEqual(without)
  })

  test('of nothing but doubted positions is nothing', () => {
    expect(tripSketch(fixes, new Map([[0, 'JUMP']]), { first: 0, last: 0 }, frame)).toBeNull()
  })
})
