import { describe, expect, it, test } from 'vitest'
import { validityInWords, withHeights } from './weather.ts'

test.each([
  [null, null, 'Sturm'],
  [600, null, 'Nur oberhalb 600 m: Sturm'],
  [null, 1000, 'Nur unterhalb 1.000 m: Sturm'],
  [600, 1000, 'Nur zwischen 600 m und 1.000 m: Sturm'],
])('a warning from %s m to %s m begins with its heights: %s', (aboveMetres, belowMetres, words) => {
  expect(withHeights({ aboveMetres, belowMetres }, 'Sturm')).toBe(words)
})

describe('the validity of a warning', () => {
  const now = new Date('2026-07-01T12:00:00Z')

  it('shows the end, in German time', () => {
    expect(validityInWords('2026-07-01T10:00:00Z', '2026-07-01T16:00:00Z', now)).toBe('bis 01.07.2026, 18:00')
  })

  it('shows the beginning as long as that is in the future', () => {
    expect(validityInWords('2026-07-01T14:00:00Z', '2026-07-01T16:00:00Z', now)).toBe(
      'ab 01.07.2026, 16:00 bis 01.07.2026, 18:00',
    )
  })

  it('without an end lasts until cancelled', () => {
    expect(validityInWords('2026-07-01T10:00:00Z', null, now)).toBe('bis auf Widerruf')
  })
})
