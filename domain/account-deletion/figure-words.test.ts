import { expect, test } from 'vitest'
import { deletedKinds, deletionFigures } from '#contract/account-deletion/account-deletion.ts'
import { figureWords } from './figure-words.ts'

const none = deletionFigures.parse(Object.fromEntries(deletedKinds.map(({ key }) => [key, 0])))

test('every figure is said in words, in the singular and in the plural, with a point at thousands', () => {
  for (const { key } of deletedKinds) {
    expect(figureWords({ ...none, [key]: 1 })).toEqual([expect.stringMatching(/^1 \S/)])
    expect(figureWords({ ...none, [key]: 1234 })).toEqual([expect.stringMatching(/^1\.234 \S/)])
  }
})

test('what an account has nothing of is not said', () => {
  expect(figureWords(none)).toEqual([])
  expect(figureWords({ ...none, devices: 2, positions: 1 })).toEqual([
    '2 Geräte mit Fahrzeugen und Einstellungen',
    '1 Position',
  ])
})
