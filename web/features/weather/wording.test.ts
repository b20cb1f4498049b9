import { describe, expect, it } from 'vitest'
import type { CurrentWarning, WarningLevel } from '#contract/weather.ts'
import { byGravity, eventInWords } from './wording.ts'

describe('a weather event', () => {
  it.each([
    ['ORKANBÖEN', 'Orkanböen'],
    ['SCHWERES GEWITTER mit ORKANBÖEN', 'Schweres Gewitter mit Orkanböen'],
    ['Frost', 'Frost'],
  ])('%s reads as %s', (event, words) => {
    expect(eventInWords(event)).toBe(words)
  })
})

describe('warnings', () => {
  const warning = (id: string, warningLevel: WarningLevel, validUntil: string | null): CurrentWarning => ({
    id,
    warningType: 'STURM',
    regionName: 'Karlsruhe',
    latitude: 49,
    longitude: 8.4,
    validFrom: '2026-07-01T10:00:00Z',
    validUntil,
    warningLevel,
    headline: '',
    description: '',
    instruction: null,
    attribution: '',
    aboveMetres: null,
    belowMetres: null,
  })

  it('are listed with the gravest first, then the one that lasts longest', () => {
    const listed = byGravity([
      warning('a', 1, null),
      warning('b', 4, '2026-07-01T12:00:00Z'),
      warning('c', 2, '2026-07-01T12:00:00Z'),
      warning('d', 2, null),
      warning('e', 2, '2026-07-01T13:00:00Z'),
    ])
    expect(listed.map(({ id }) => id)).toEqual(['b', 'd', 'e', 'c', 'a'])
  })

  it('come before all advance information', () => {
    const listed = byGravity([{ ...warning('a', 4, null), advance: true }, warning('b', 1, null)])
    expect(listed.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})
