import { expect, test } from 'vitest'
import { CallProblem } from '#web/api/calls/call-problem.ts'
import { askedAgainMs } from './use-chapter-places.ts'

test.each([
  ['after the pause that the server names', new CallProblem('RATE_LIMITED', '', 429, { retryAfter: 3 }), 3_000],
  ['after a second, where it names none', new CallProblem('RATE_LIMITED', '', 429), 1_000],
  ['not after another problem', new CallProblem('VALIDATION_ERROR', '', 400), false],
  ['not once they are there', null, false],
])('names of places that were refused are asked for again: %s', (_what, problem, expected) => {
  expect(askedAgainMs(problem)).toBe(expected)
})
