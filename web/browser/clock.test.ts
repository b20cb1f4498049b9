import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('the product’s present follows the server, even if the browser’s clock is wrong by years', () => {
  let browser = Date.parse('2020-01-01T00:00:00Z')
  const clock = createClock(() => browser)
  clock.follow('2026-11-21T12:00:00Z', 200)
  expect(clock.now().toISOString()).toBe('2026-11-21T12:00:00.100Z')
  browser += 60_000
  expect(clock.now().toISOString()).toBe('2026-11-21T12:01:00.100Z')
})

test('the product’s present is the browser’s until the server has named its time', () => {
  const clock = createClock(() => Date.parse('2026-11-21T12:00:00Z'))
  expect(clock.now().toISOString()).toBe('2026-11-21T12:00:00.000Z')
})

test('listeners are informed when the server’s time is adopted', () => {
  const clock = createClock(() => 0)
  let actual = 0
  const stop = clock.onFollow(() => (actual += 1))
  clock.follow('2026-11-21T12:00:00Z', 0)
  stop()
  clock.follow('2026-11-21T12:00:00Z', 0)
  expect(actual).toBe(1)
})
