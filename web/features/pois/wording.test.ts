import { describe, expect, it } from 'vitest'
import type { CurrentWarning, WarningLevel } from '#contract/weather.ts'
import { addressOf, byGravity, directionInWords, eventInWords, validityInWords } from './wording.ts'

describe('a direction', () => {
  it.each([
    [0, 'Nord (0°)'],
    [22, 'Nord (22°)'],
    [23, 'Nordost (23°)'],
    [180, 'Süd (180°)'],
    [350, 'Nord (350°)'],
    [-90, 'West (270°)'],
    [405, 'Nordost (45°)'],
  ])('of %i degrees is called %s', (degrees, words) => {
    expect(directionInWords(degrees)).toBe(words)
  })
})

describe('an address', () => {
  it.each([
    [{ street: 'Durlacher Allee', postcode: '76131', city: 'Karlsruhe' }, 'Durlacher Allee, 76131 Karlsruhe'],
    [{ street: 'A 5', postcode: null, city: null }, 'A 5'],
    [{ street: null, postcode: null, city: 'Ettlingen' }, 'Ettlingen'],
    [{ street: null, postcode: '', city: null }, null],
  ])('of %o is %s', (parts, words) => {
    expect(addressOf(parts)).toBe(words)
  })
})

describe('a weather event', () => {
  it.each([
    ['ORKANBÖEN', 'Orkanböen'],
    ['SCHWERES GEWITTER mit ORKANBÖEN', 'Schweres Gewitter mit Orkanböen'],
    ['Frost', 'Frost'],
  ])('%s reads as %s', (event, words) => {
    expect(eventInWords(event)).toBe(words)
  })
})

describe('the validity of a warning', () => {
  const now = new Date('2026-07-01T12:00:00Z')

  it('tells the end, in German time', () => {
    expect(validityInWords('2026-07-01T10:00:00Z', '2026-07-01T16:00:00Z', now)).toBe('bis 01.07.2026, 18:00')
  })

  it('tells the beginning as long as that is to come', () => {
    expect(validityInWords('2026-07-01T14:00:00Z', '2026-07-01T16:00:00Z', now)).toBe(
      'ab 01.07.2026, 16:00 bis 01.07.2026, 18:00',
    )
  })

  it('without an end lasts until cancelled', () => {
    expect(validityInWords('2026-07-01T10:00:00Z', null, now)).toBe('bis auf Widerruf')
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
})
