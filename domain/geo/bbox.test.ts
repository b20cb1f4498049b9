import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bboxOf, readBbox } from './bbox.ts'
import { type Box, isInside } from './geo.ts'

const reread = (box: Box) => {
  const read = readBbox(bboxOf(box))
  if ('mistake' in read) throw new Error(read.mistake)
  return read.box
}

test.each([
  ['near Karlsruhe', [8, 8.8], '8.00000,-17.00000,8.80000,-16.00000'],
  ['over the antimeridian, seen from the west', [179, 181], '179.00000,-17.00000,-179.00000,-16.00000'],
  ['over the antimeridian, seen from the east', [-181, -179], '179.00000,-17.00000,-179.00000,-16.00000'],
  ['one turn further on', [368, 368.8], '8.00000,-17.00000,8.80000,-16.00000'],
  ['up to the antimeridian', [179, 180], '179.00000,-17.00000,180.00000,-16.00000'],
  ['of the whole globe and more, zoomed out on a wide screen', [-372, 388], '-180.00000,-17.00000,180.00000,-16.00000'],
])('a view %s asks for both sides of what it shows, within ±180 degrees', (_where, [west = 0, east = 0], text) => {
  expect(bboxOf({ west, east, south: -17, north: -16 })).toBe(text)
})

test('poles are the last that is asked for', () => {
  expect(bboxOf({ west: 8, south: -95, east: 9, north: 95 })).toBe('8.00000,-90.00000,9.00000,90.00000')
})

test('a view asks for what is in it and for nothing else, wherever it lies', () => {
  const degrees = (from: number, to: number) => fc.integer({ min: from * 100, max: to * 100 }).map((n) => n / 100)
  fc.assert(
    fc.property(degrees(-540, 540), degrees(1, 350), degrees(-180, 180), (west, width, longitude) => {
      const box = { west, south: -17, east: west + width, north: -16 }
      const eastOfWest = (((longitude - west) % 360) + 360) % 360
      // On the edge itself rounding decides.
      fc.pre([0, width, 360].every((edge) => Math.abs(eastOfWest - edge) > 0.001))
      expect(isInside(reread(box), { latitude: -16.5, longitude })).toBe(eastOfWest < width)
      expect(isInside(reread(box), { latitude: -15.5, longitude })).toBe(false)
    }),
  )
})

test.each([
  ['', 'Erwartet wird'],
  ['8,49,9', 'Erwartet wird'],
  ['8,49,9,50,1', 'Erwartet wird'],
  ['a,b,c,d', 'Erwartet wird'],
  ['8,,9,50', 'Erwartet wird'],
  ['8,48,181,49', 'Die Länge'],
  ['8,-91,9,48', 'Die Breite'],
  ['8,50,9,49', 'südliche Grenze'],
])('%j is no box, and it is said why', (text, words) => {
  expect(readBbox(text)).toEqual({ mistake: expect.stringContaining(words) })
})
