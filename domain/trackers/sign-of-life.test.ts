import { describe, expect, test } from 'vitest'
import { isNewSignOfLife } from './sign-of-life.ts'

describe('a sign of life', () => {
  test.each([
    ['the first', null, true],
    ['one that follows soon', '2026-03-29T11:59:50.001Z', false],
    ['one that follows later', '2026-03-29T11:59:50Z', true],
    ['one that arrives after a later one', '2026-03-29T12:05:00Z', false],
    ['one after another that was noted when our clock was a month ahead', '2026-04-29T12:00:00Z', true],
  ])('is recorded or not: %s', (_name, last, isNew) => {
    expect(isNewSignOfLife(new Date('2026-03-29T12:00:00Z'), last === null ? null : new Date(last))).toBe(isNew)
  })
})
