import { describe, expect, it } from 'vitest'
import type { DataStatus } from '#contract/weather.ts'
import { nearWarningsInWords } from './near-words.ts'

describe('the warnings near me in one line', () => {
  it.each<[DataStatus | null, boolean, number, string]>([
    ['ok', false, 2, '2 Unwetterwarnungen'],
    ['stale', false, 1, '1 Unwetterwarnung'],
    ['stale', false, 0, 'Unwetterwarnungen veraltet'],
    ['ok', false, 0, 'Keine Unwetterwarnung'],
    ['unavailable', false, 0, 'Unwetterwarnungen nicht abrufbar'],
    [null, false, 0, 'Unwetterwarnungen werden geladen …'],
    [null, true, 0, 'Unwetterwarnungen nicht abrufbar'],
  ])('status %s, failed %s, %i near: „%s“', (status, failed, near, words) => {
    expect(nearWarningsInWords(status, failed, near)).toBe(words)
  })
})
