import { describe, expect, it } from 'vitest'
import { limitAndDirection, streetAddress, directionInWords } from './wording.ts'

describe('a direction', () => {
  it.each([
    [0, 'Nord (0°)'],
    [22, 'Nord (22°)'],
    [23, 'Nordost (23°)'],
    [180, 'Süd (180°)'],
    [350, 'Nord (350°)'],
    [-90, 'West (270°)'],
    [405, 'Nordost (45°)'],
  ])('of %i degrees is called %s', (degrees, words) => {
    expect(directionInWords(degrees)).toBe(words)
  })
})

it('two cameras on one spot are told apart by their limits and directions', () => {
  const details = { source: 'overpass', attribution: '', fetchedAt: '2026-11-25T03:00:00Z' }
  const wordsOf = (speed: number | null, direction?: number) =>
    limitAndDirection({ speed, details: { ...details, ...(direction !== undefined && { direction }) } })
  expect([wordsOf(70, 0), wordsOf(50, 180), wordsOf(null, 90), wordsOf(50), wordsOf(null)]).toEqual([
    '70 km/h · Nord (0°)',
    '50 km/h · Süd (180°)',
    'Ost (90°)',
    '50 km/h',
    null,
  ])
})

describe('an address', () => {
  it.each([
    [{ street: 'Durlacher Allee', postcode: '76131', city: 'Karlsruhe' }, 'Durlacher Allee, 76131 Karlsruhe'],
    [{ street: 'A 5', postcode: null, city: null }, 'A 5'],
    [{ street: null, postcode: null, city: 'Ettlingen' }, 'Ettlingen'],
    [{ street: null, postcode: '', city: null }, null],
  ])('of %o is %s', (parts, words) => {
    expect(streetAddress(parts)).toBe(words)
  })
})
