import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/base/time-units.ts'
import { segmentsOf, simplify, simplifyInTurns } from './track.ts'
import { processorMs } from '#domain/testing/processor-time.ts'

describe('cutting a track at its gaps', () => {
  const track = (...minutes: number[]) =>
    minutes.map((minute) => ({
      latitude: 49,
      longitude: 8,
      recordedAt: new Date(Date.UTC(2026, 2, 29) + minute * minuteMs).toISOString(),
    }))

  test.each([
    ['without a fix', [], []],
    ['of one fix', [5], [1]],
    ['with a pause of exactly ten minutes', [0, 10, 20], [3]],
    ['with longer pauses', [0, 1, 12, 13, 14, 30], [2, 3, 1]],
  ])('a track %s has segments of these lengths', (_name, minutes, lengths) => {
    const segments = segmentsOf(track(...minutes))
    expect(segments.map((segment) => segment.length)).toEqual(lengths)
    expect(segments.flat()).toEqual(track(...minutes))
  })
})

describe('simplifying a track', () => {
  const place = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -179, max: 179, noNaN: true }),
  })

  test('keeps first and last, the order, and no more than asked for', () => {
    fc.assert(
      fc.property(fc.array(place, { maxLength: 200 }), fc.integer({ min: 2, max: 60 }), (track, maxPoints) => {
        const line = simplify(track, maxPoints)
        expect(line.length).toBeLessThanOrEqual(maxPoints < track.length ? maxPoints : track.length)
        expect(line[0]).toBe(track[0])
        expect(line.at(-1)).toBe(track.at(-1))
        const order = line.map((fix) => track.indexOf(fix))
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }),
      { numRuns: 200 },
    )
  })

  test('keeps the corner and leaves out what lies on the line', () => {
    const corner = { latitude: 49.5, longitude: 8.5 }
    const north = Array.from({ length: 50 }, (_, step) => ({ latitude: 49 + step / 100, longitude: 8.5 }))
    const east = Array.from({ length: 50 }, (_, step) => ({ latitude: 49.5, longitude: 8.51 + step / 100 }))
    expect(simplify([...north, corner, ...east], 3)).toEqual([north[0], corner, east.at(-1)])
  })

  test('gives a short track back as it is', () => {
    const track = [
      { latitude: 49, longitude: 8 },
      { latitude: 49, longitude: 8 },
    ]
    expect(simplify(track, 2)).toEqual(track)
  })

  test('of a zigzag, which is the worst case, takes few turns', () => {
    const zigzag = Array.from({ length: 50_000 }, (_, step) => ({
      latitude: 49 + step * 1e-6,
      longitude: 8 + (step % 2) * step * 1e-7,
    }))
    const turns = simplifyInTurns(zigzag, 500)
    let count = 1
    for (let turn = turns.next(); turn.done !== true; turn = turns.next()) count += 1
    expect(count).toBeGreaterThan(2)
    expect(count).toBeLessThan(20)
  })

  test('is fast enough for a fortnight with a fix every ten seconds', async () => {
    const track = Array.from({ length: 14 * 8640 }, (_, step) => ({
      latitude: 49 + Math.sin(step / 500) + Math.sin(step / 7) / 1000,
      longitude: 8 + Math.cos(step / 700),
    }))
    expect(await processorMs(() => expect(simplify(track, 2000)).toHaveLength(2000))).toBeLessThan(2000)
  })
})
