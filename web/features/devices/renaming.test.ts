import { expect, test } from 'vitest'
import { renaming } from './renaming.ts'

test.each([
  ['Roller', { kind: 'unchanged' }],
  ['  Roller ', { kind: 'unchanged' }],
  [' Rollerin ', { kind: 'save', name: 'Rollerin' }],
  ['', { kind: 'wrong', message: 'Bitte geben Sie einen Gerätenamen ein' }],
  ['   ', { kind: 'wrong', message: 'Bitte geben Sie einen Gerätenamen ein' }],
  ['x'.repeat(101), { kind: 'wrong', message: 'Der Gerätename darf höchstens 100 Zeichen lang sein' }],
])('„Roller“ renamed to %j', (typed, outcome) => {
  expect(renaming('Roller', typed)).toEqual(outcome)
})
