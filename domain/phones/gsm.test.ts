import { expect, test } from 'vitest'
import { cutToGsm, gsmLength, toGsm } from './gsm.ts'

test.each([
  ['KA-WW 123', 'KA-WW 123'],
  ['Größe, Übung, ß', 'Größe, Übung, ß'],
  ['„Enduro“ – die ‚alte‘', '"Enduro" - die \'alte\''],
  ['Škoda Češka', 'Skoda Ceska'],
  ['Café', 'Café'],
  ['Мотоцикл', ''],
  ['🏍️ Spur', 'Spur'],
  ['A\u00a0B\tC', 'A B C'],
  ['', ''],
])('%s is written as %s', (text, written) => expect(toGsm(text)).toBe(written))

test('signs of the extension take two places', () => {
  expect([gsmLength('abc'), gsmLength('a€c'), gsmLength('[x]')]).toEqual([3, 4, 5])
})

test.each([
  ['Enduro', 6, 'Enduro'],
  ['Enduro', 3, 'End'],
  ['Das alte Rad', 4, 'Das'],
  ['€€€', 5, '€€'],
])('%s in %i places is %s', (text, longest, cut) => expect(cutToGsm(text, longest)).toBe(cut))
