import { describe, expect, it } from 'vitest'
import { streetAddress, directionInWords, firstSentence } from './wording.ts'

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

it.each([
  ['5 Motorradunfälle 2018–2020, 1 schwer. Zu erwarten: etwa 2,1 im Jahr.', '5 Motorradunfälle 2018–2020, 1 schwer.'],
  ['5 Motorradunfälle 2018–2020, 1 schwer', '5 Motorradunfälle 2018–2020, 1 schwer'],
  ['Sperrung zw. A. und B. bis 1. Mai', 'Sperrung zw. A. und B. bis 1. Mai'],
])('of "%s" counts first "%s"', (note, first) => {
  expect(firstSentence(note)).toBe(first)
})
