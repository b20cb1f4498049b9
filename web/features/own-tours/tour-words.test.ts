import { expect, test } from 'vitest'
import type { OwnTour } from '#contract/own-tours/own-tours.ts'
import { detailOf, nameOf } from './tour-words.ts'

const tour: OwnTour = {
  id: 'tour',
  name: null,
  source: 'google-timeline',
  beganAt: '2026-05-01T06:00:00.000Z',
  endedAt: '2026-05-01T08:05:00.000Z',
  lengthMetres: 124_000,
  points: 100,
  readAt: '2026-11-21T12:00:00.000Z',
  keptUntil: '2026-12-05T12:00:00.000Z',
}

test('a tour says when it began in Germany, how far and long it was, whence it comes and how long it stays', () => {
  expect(detailOf(tour)).toBe('08:00 · 124 km · 2 Std. 5 Min. · Google Zeitachse · bis 05.12.2026')
  expect(detailOf({ ...tour, endedAt: '2026-05-01T06:59:00.000Z' })).toContain(' · 59 Min. · ')
})

test('a tour without a name is called by its hour', () => {
  expect(nameOf(tour)).toBe('Tour um 08:00 Uhr')
  expect(nameOf({ ...tour, name: 'Am Meer' })).toBe('Am Meer')
})
