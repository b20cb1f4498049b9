import { expect, it } from 'vitest'
import type { RangeChoice } from './history-range.ts'
import { dayInWords, rangeInWords, weekdayInWords } from './range-words.ts'

const now = new Date('2026-11-22T10:30:40Z')

it.each<[RangeChoice, string]>([
  [{ preset: 'last24Hours' }, 'Die letzten 24 Stunden'],
  [{ preset: 'yesterday' }, 'Gestern'],
  [{ from: '2026-11-22T00:00', to: '2026-11-23T00:00' }, 'Heute'],
  [{ from: '2026-11-21T00:00', to: '2026-11-22T00:00' }, 'Gestern'],
  [{ from: '2026-11-20T00:00', to: '2026-11-21T00:00' }, 'Freitag, 20. November 2026'],
  [{ from: '2026-11-20T08:00', to: '2026-11-20T09:30' }, '20.11.2026, 08:00 bis 20.11.2026, 09:30'],
  [{ from: '', to: '2026-11-20T09:30' }, ' bis 20.11.2026, 09:30'],
])('a range is named as people name it: %j', (choice, words) => {
  expect(rangeInWords(choice, now)).toBe(words)
})

it('a day of the strip is named briefly, and in full for those who do not see it', () => {
  expect(dayInWords('2026-11-20')).toEqual({
    weekday: 'Fr',
    date: '20',
    month: '. November 2026',
    full: 'Freitag, 20. November 2026',
  })
})

it('a day within a sentence has its weekday', () => {
  expect(weekdayInWords('2026-11-20')).toBe('Freitag, 20. November')
})
