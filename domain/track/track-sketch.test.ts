import { describe, expect, test } from 'vitest'
import { sketchOf } from './track-sketch.ts'
import { destination } from '#domain/geo/geo.ts'

const frame = { width: 300, height: 200 }
const start = { latitude: 49, longitude: 8.4 }
const east = destination(start, 3000, 90)
const north = destination(east, 1000, 0)

describe('the sketch of a track', () => {
  test('is nothing without a place', () => {
    expect(sketchOf([], frame)).toBeNull()
  })

  test('fills its frame as far as it can without distorting, north up', () => {
    const sketch = sketchOf([[start, east, north]], frame)
    const [line] = sketch?.lines ?? []
    expect(line).toHaveLength(3)
    const [a, b, c] = line ?? []
    expect([a?.x, b?.x]).toEqual([expect.closeTo(0, 0), expect.closeTo(300, 0)])
    expect((a?.y ?? 0) - (c?.y ?? 0)).toBeCloseTo(100, 0)
    expect(sketch).toMatchObject({ first: a, last: c })
  })

  test('has a scale of a round distance, at most a third of its width', () => {
    const { scale } = sketchOf([[start, east]], frame) ?? { scale: null }
    expect(scale?.metres).toBe(500)
    expect(scale?.length).toBeCloseTo(50, 0)
  })

  test('of a standing vehicle is a point in the middle', () => {
    const sketch = sketchOf([[start], [start]], frame)
    expect(sketch?.lines).toEqual([[{ x: 150, y: 100 }], [{ x: 150, y: 100 }]])
    expect(sketch?.scale.metres).toBe(50)
  })

  test('keeps the pieces apart', () => {
    expect(sketchOf([[start], [east, north]], frame)?.lines.map((line) => line.length)).toEqual([1, 2])
  })
})
