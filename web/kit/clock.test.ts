import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('the product’s present follows the server, also where the browser is wrong by years', () => {
  let browser = Date.parse('2020-01-01T00:00:00Z')
  const clock = createClock(() => browser)
  clock.follow('2026-11-21T12:00:00Z', 200)
  expect(clock.now().toISOString()).toBe('2026-11-21T12:00:00.100Z')
  browser += 60_000
  expect(clock.now().toISOString()).toBe('2026-11-21T12:01:00.100Z')
})

test('before the server has said anything, it is the browser’s', () => {
  const clock = createClock(() => Date.parse('2026-11-21T12:00:00Z'))
  expect(clock.now().toISOString()).toBe('2026-11-21T12:00:00.000Z')
})

test('whoever shows the time is told when it moves', () => {
  const clock = createClock(() => 0)
  let told = 0
  const stop = clock.onFollow(() => (told += 1))
  clock.follow('2026-11-21T12:00:00Z', 0)
  stop()
  clock.follow('2026-11-21T12:00:00Z', 0)
  expect(told).toBe(1)
})
