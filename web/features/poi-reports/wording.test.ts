import { describe, expect, it } from 'vitest'
import { dayMinutes } from '#contract/base/time-units.ts'
import { untilInWords } from '#web/texts/pois.ts'
import { confidenceInWords, lifetimeInWords, votesInWords } from './wording.ts'

const now = new Date('2026-07-01T12:00:00Z')
const details = { source: 'reports', attribution: '', fetchedAt: '2026-07-01T11:00:00Z' }

describe('a report in words', () => {
  it.each([
    [0.8, 'gut bestätigt'],
    [0.5, 'wahrscheinlich'],
    [0.25, 'unsicher'],
    [0.1, 'kaum noch wahrscheinlich'],
  ])('with a confidence of %d is %s', (confidence, words) => {
    expect(confidenceInWords(confidence)).toBe(words)
  })

  it.each([
    [{ confirmations: 3, denials: 0, confirmedAt: '2026-07-01T11:48:00Z' }, '3-mal bestätigt, zuletzt vor 12 Minuten'],
    [{ confirmations: 0, denials: 0 }, 'noch nicht bestätigt, gesehen vor 5 Minuten'],
    [
      { confirmations: 1, denials: 1, confirmedAt: '2026-07-01T11:00:00Z' },
      '1-mal bestätigt, zuletzt vor 1 Stunde; 1-mal „nicht mehr da“',
    ],
    [
      { confirmations: 0, denials: 0, confirmedAt: '2026-07-01T12:00:02Z' },
      'noch nicht bestätigt, gesehen gerade eben',
    ],
  ])('with %j is "%s"', (known, words) => {
    expect(votesInWords({ createdAt: '2026-07-01T11:55:00Z', details: { ...details, ...known } }, now)).toBe(words)
  })

  it('holds until a time of today, or of another day', () => {
    expect(untilInWords('2026-07-01T12:20:00Z', now)).toBe('bis 14:20 Uhr')
    expect(untilInWords('2026-07-01T22:20:00Z', now)).toBe('bis 02.07.2026, 00:20 Uhr')
  })

  it.each([
    [15, '15 Minuten'],
    [60, '1 Stunde'],
    [180, '3 Stunden'],
    [3 * dayMinutes, '3 Tage'],
  ])('lives %i minutes: %s', (minutes, words) => {
    expect(lifetimeInWords(minutes)).toBe(words)
  })
})
