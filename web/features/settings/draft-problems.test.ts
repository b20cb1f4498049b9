import { expect, test } from 'vitest'
import { deliveredSettings } from '#domain/settings/settings.ts'
import { distanceProblem, firstWrongField, timeProblem } from './draft-problems.ts'
import type { Draft } from './settings-form.ts'

test.each([
  ['metres', 50, null],
  ['metres', 5000, null],
  ['metres', 49, 'Mindestens 50 m'],
  ['metres', 5001, 'Höchstens 5000 m'],
  ['metres', NaN, 'Bitte geben Sie eine Entfernung an.'],
  ['seconds', 4, 'Mindestens 5 s'],
  ['seconds', 121, 'Höchstens 120 s'],
  ['seconds', NaN, 'Bitte geben Sie eine Zeit an.'],
] as const)('%s %s: %s', (measure, value, problem) => {
  expect(distanceProblem(measure, value)).toBe(problem)
})

test.each([
  ['22:00', null],
  ['', 'Bitte geben Sie eine Uhrzeit wie 22:00 an.'],
])('the time "%s": %s', (time, problem) => {
  expect(timeProblem('from', time)).toBe(problem)
})

test('the first wrong field is found in the order of the screen', () => {
  const delivered = deliveredSettings()
  const wrongEnd = { ...delivered, quietHours: { ...delivered.quietHours, to: '' } }
  const weather = { ...delivered.categories.weather, metres: NaN }
  const both = { ...wrongEnd, categories: { ...delivered.categories, weather } }
  const inDraft = (settings: Draft['settings']) => firstWrongField({ settings, led: null })
  expect(inDraft(delivered)).toBeNull()
  expect(inDraft(wrongEnd)).toEqual({ category: null, field: 'to' })
  expect(inDraft(both)).toEqual({ category: 'weather', field: 'metres' })
})
