import { expect, test } from 'vitest'
import { matchingQuestions } from './matching-questions.ts'
import { questions } from './texts.ts'

const groups = [
  { title: 'Konto', questions: [{ question: 'Wo ist die IMEI?', answer: 'Auf dem Aufkleber.' }] },
  { title: 'Karte', questions: [{ question: 'Woher kommen die Daten?', answer: 'Von OpenStreetMap.' }] },
]

test.each([
  ['', ['Konto', 'Karte']],
  ['  ', ['Konto', 'Karte']],
  ['imei', ['Konto']],
  ['AUFKLEBER imei', ['Konto']],
  ['openstreetmap', ['Karte']],
  ['imei openstreetmap', []],
])('a search for „%s“ finds the groups %j', (search, titles) => {
  expect(matchingQuestions(groups, search).map(({ title }) => title)).toEqual(titles)
})

test('no question is asked twice', () => {
  const all = questions.flatMap((group) => group.questions.map(({ question }) => question))
  expect(new Set(all).size).toBe(all.length)
})
