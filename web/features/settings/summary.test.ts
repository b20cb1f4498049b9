import { expect, test } from 'vitest'
import type { CategorySettings } from '#contract/settings/settings.ts'
import { deliveredSettings } from '#domain/settings/settings.ts'
import { summaryOf } from './summary.ts'

test.each<[Partial<CategorySettings>, string]>([
  [{}, '1.000 m vorher · Ton und Licht'],
  [{ measure: 'seconds', acoustic: false }, '20 s vorher · nur Licht'],
  [{ visual: false }, '1.000 m vorher · nur Ton'],
  [{ visual: false, acoustic: false }, '1.000 m vorher · ohne Signal'],
  [{ disabledTypes: ['TrafficJam', 'Slippery'] }, '1.000 m vorher · Ton und Licht · 2 von 8 Arten aus'],
  [{ metres: NaN }, 'Ton und Licht'],
  [{ enabled: false }, 'Aus'],
])('%j reads "%s"', (changes, words) => {
  expect(
    summaryOf('accidents', { ...deliveredSettings().categories.accidents, ...changes }).replaceAll('\u00a0', ' '),
  ).toBe(words)
})
