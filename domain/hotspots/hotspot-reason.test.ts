import { expect, test } from 'vitest'
import type { Accident } from './accidents.ts'
import { reasonOf } from './hotspot-reason.ts'

const slight: Accident = {
  latitude: 49,
  longitude: 8.4,
  year: 2020,
  category: 3,
  kind: null,
  type: null,
  light: null,
  surface: null,
}
const times = (count: number, known: Partial<Accident> = {}) =>
  Array.from({ length: count }, () => ({ ...slight, ...known }))

test.each([
  [
    [...times(3, { category: 2, surface: 1, type: 1 }), ...times(2, { surface: 1, type: 1 }), ...times(2, { type: 1 })],
    [2018, 2019, 2020],
    '7 Motorradunfälle 2018–2020, 3 schwer, meist nass, Fahrunfall',
  ],
  [times(1), [2020], '1 Motorradunfall 2020'],
  [times(8, { type: 7, kind: 0, light: 0, surface: 0 }), [2016, 2017], '8 Motorradunfälle 2016–2017'],
  [
    [...times(1, { category: 1 }), ...times(2, { category: 2 })],
    [2016, 2018, 2019],
    '3 Motorradunfälle 2016, 2018–2019, 1 tödlich, 2 schwer',
  ],
  [[...times(2, { type: 2 }), ...times(2, { type: 3 })], [2020], '4 Motorradunfälle 2020'],
  [
    [...times(3, { type: 2, light: 2 }), ...times(1, { type: 3, light: 2 })],
    [2020],
    '4 Motorradunfälle 2020, bei Dunkelheit, meist Abbiegeunfall',
  ],
  [
    [...times(2, { type: 1, kind: 9 }), ...times(2, { type: 6, kind: 9 }), ...times(1, { type: 3, kind: 5 })],
    [2020],
    '5 Motorradunfälle 2020, meist Abkommen nach links',
  ],
  [
    times(3, { surface: 2, light: 1, type: 4 }),
    [2020],
    '3 Motorradunfälle 2020, winterglatt, in der Dämmerung, Überschreiten-Unfall',
  ],
])('the reason of case %#', (accidents, years, reason) => {
  expect(reasonOf(accidents, years)).toBe(reason)
})
