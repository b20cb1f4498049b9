import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInSquare, runInSquare, tileSquare, worldX, worldY, zOrder } from './z-order.ts'

const step = fc.integer({ min: 0, max: 2 ** 32 - 1 })

test.each([
  { longitude: -180, latitude: 90, x: 0, y: 0 },
  { longitude: 0, latitude: 0, x: 2 ** 31, y: 2 ** 31 },
  { longitude: 180, latitude: -90, x: 2 ** 32 - 1, y: 2 ** 32 - 1 },
  { longitude: 200, latitude: -95, x: 2 ** 32 - 1, y: 2 ** 32 - 1 },
])('$longitude, $latitude lies within the world', ({ longitude, latitude, x, y }) => {
  expect(worldX(longitude)).toBe(x)
  // A latitude beyond the poles has no sine; the poles are on the edge.
  expect(worldY(Math.max(-90, Math.min(90, latitude)))).toBe(y)
})

test('in Z-order the points of a tile are one run, and no others are in it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(step, step), { maxLength: 200 }), fc.integer({ min: 0, max: 19 }), (places, zoom) => {
      const xs = Uint32Array.from(places, ([x]) => x)
      const ys = Uint32Array.from(places, ([, y]) => y)
      const order = zOrder(xs, ys)
      const x = (position: number) => xs[order[position] ?? 0] ?? 0
      const y = (position: number) => ys[order[position] ?? 0] ?? 0
      for (const [east, south] of places.slice(0, 5)) {
        const square = tileSquare(zoom, Math.floor(east / 2 ** (32 - zoom)), Math.floor(south / 2 ** (32 - zoom)))
        if (square === null) throw new Error('the world has this tile')
        const { first, end } = runInSquare(square, places.length, x, y)
        const inside = Array.from(order.keys(), (position) => isInSquare(square, x(position), y(position)))
        expect(inside).toEqual(inside.map((_, position) => position >= first && position < end))
      }
    }),
  )
})
