import { expect, test } from 'vitest'
import { scheduleInWords } from './schedule-words.ts'

test.each([
  [[1, 2, 3, 4, 5, 6, 7], 'täglich 22:00–06:00'],
  [[1, 2, 3, 4, 5], 'Mo–Fr 22:00–06:00'],
  [[7, 6, 1, 3], 'Mo, Mi, Sa–So 22:00–06:00'],
  [[5], 'Fr 22:00–06:00'],
])('weekdays %j are said as %s', (weekdays, words) => {
  expect(scheduleInWords({ weekdays, from: '22:00', to: '06:00' })).toBe(words)
})

test('what holds always says so', () => {
  expect(scheduleInWords(null)).toBe('immer')
})
