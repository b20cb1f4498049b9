import { expect, test } from 'vitest'
import { CommandProblem } from '#server/commands/command.ts'
import { endOfGermanDay, germanInstant } from './german-time.ts'

test.each([
  ['2026-11-28 02:00', '2026-11-28T01:00:00.000Z'],
  ['2026-07-01T02:00', '2026-07-01T00:00:00.000Z'],
])('%s on German clocks is %s', (typed, instant) => {
  expect(germanInstant('--from', typed).toISOString()).toBe(instant)
})

test.each([
  ['2026-12-31', '2026-12-31T23:00:00.000Z'],
  ['2026-03-29', '2026-03-29T22:00:00.000Z'],
])('%s ends at %s', (typed, instant) => {
  expect(endOfGermanDay('--until', typed).toISOString()).toBe(instant)
})

test.each([undefined, '', '28.11.2026', '2026-02-31 10:00', '2026-11-28 25:00', '2026-11-28'])(
  '%s is no time',
  (typed) => {
    expect(() => germanInstant('--from', typed)).toThrow(CommandProblem)
  },
)

test.each(['', '31.12.2026', '2026-02-31', '2026-13-01', '2026-12-31T10:00'])('%j is no day', (typed) => {
  expect(() => endOfGermanDay('--until', typed)).toThrow(CommandProblem)
})
