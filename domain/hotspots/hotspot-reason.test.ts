import { expect, test } from 'vitest'
import type { Accident } from './accidents.ts'
import { hotspotNote, reasonOf } from './hotspot-reason.ts'
import { conditionsIn } from './hotspot-record.ts'

const slight: Accident = {
  latitude: 49,
  longitude: 8.4,
  year: 2020,
  category: 3,
  kind: null,
  type: null,
  light: null,
  surface: null,
  weekend: null,
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

test.each([
  {
    what: 'more than the others let expect',
    expectation: { motorcycles: 1.24, byExposure: 0.1, exposureVariance: 0.001, known: 9 },
    years: [2018, 2019, 2020],
    words:
      'Zu erwarten: etwa 1,2 im Jahr, mit 90 % Sicherheit 0,7 bis 1,9. Für Motorräder auffällig: mehr, als die anderen Unfälle dort erwarten lassen.',
  },
  {
    what: 'as many as the others let expect',
    expectation: { motorcycles: 0.92, byExposure: 0.9, exposureVariance: 0.01, known: 3 },
    years: [2018, 2019, 2020],
    words:
      'Zu erwarten: etwa 0,9 im Jahr, mit 90 % Sicherheit 0,4 bis 1,6. Für Motorräder nicht auffällig: dort verunglücken auch andere oft.',
  },
  {
    what: 'a single year, and nothing about others',
    expectation: { motorcycles: 0.5, byExposure: null, exposureVariance: 0, known: 2 },
    years: [2020],
    words:
      'Zu erwarten: etwa 0,5 im Jahr, mit 90 % Sicherheit 0,2 bis 0,9. Mit anderen Unfällen dort noch nicht verglichen. Nur ein Jahr ist bekannt.',
  },
])(
  'a hotspot with $what says so, with what is to be expected and how sure that is',
  ({ expectation, years, words }) => {
    const note = hotspotNote(expectation, { accidents: times(2), years, spread: { level: 1, shape: 3, unseen: 0.1 } })
    expect(note).toBe(`2 Motorradunfälle ${years.length === 1 ? '2020' : '2018–2020'}. ${words}`)
  },
)

const days = (weekends: number, weekdays: number, unknown = 0) => [
  ...times(weekends, { weekend: true }),
  ...times(weekdays, { weekend: false }),
  ...times(unknown),
]

// By the binomial distribution, with two days in seven: the chance of so many is in the comment.
test.each([
  [0, 0, 4, false],
  [2, 0, 4, false], // 8.2 %
  [3, 0, 0, true], // 2.3 %
  [3, 0, 9, true],
  [3, 1, 0, false], // 7.3 %
  [4, 1, 0, true], // 2.6 %
  [4, 2, 0, false], // 6.0 %
  [5, 3, 0, true], // 4.8 %
  [5, 2, 0, true], // 2.3 %
  [2, 5, 0, false],
  [11, 14, 0, false], // 7.2 %
  [12, 13, 0, true], // 3.1 %
  [600, 900, 0, true],
  [430, 1070, 0, false],
])('with %i of weekends, %i of other days and %i of unknown ones, a place is striking on weekends: %s', (...counts) => {
  const [weekends, weekdays, unknown, isStriking] = counts
  const reason = reasonOf(days(weekends, weekdays, unknown), [2020])
  expect(reason.includes(', am Wochenende auffällig')).toBe(isStriking)
  expect(conditionsIn(`${reason}. Zu erwarten: etwa 1,2 im Jahr.`)).toEqual(isStriking ? ['weekend'] : [])
})

test.each([
  [times(3, { surface: 2, light: 1 }), ['dusk', 'icy']],
  [
    [...times(3, { surface: 1, light: 2 }), ...times(1)],
    ['dark', 'wet'],
  ],
  [[...times(1, { surface: 1 }), ...times(1, { light: 2 }), ...times(2)], []],
  [times(4), []],
])('the conditions of case %# are read from what it says of itself', (accidents, conditions) => {
  const reason = reasonOf(accidents, [2020])
  expect([reason, `${reason}. Zu erwarten: etwa 1,2 im Jahr, nass.`].map(conditionsIn)).toEqual([
    conditions,
    conditions,
  ])
})

test('what others wrote names no condition', () => {
  expect(['', 'Beispieldaten', 'nasse Fahrbahn bei Dunkelheit'].map(conditionsIn)).toEqual([[], [], []])
})
