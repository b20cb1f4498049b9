import { expect, test } from 'vitest'
import { verdictsOf } from './verdicts.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute))
const word = (userId: string, confirms: boolean, minute: number, weight = 0.5) => ({
  userId,
  confirms,
  at: at(minute),
  weight,
})
const yes = (userId: string, minute: number, weight?: number) => word(userId, true, minute, weight)
const no = (userId: string, minute: number, weight?: number) => word(userId, false, minute, weight)

/** An obstacle is shown for 60 minutes: within 15 of them, what is denied was wrong. */
test.each([
  { name: 'a report that nobody answers', words: [yes('anna', 0)], verdicts: {} },
  { name: 'a report that somebody confirms', words: [yes('anna', 0), yes('ben', 5)], verdicts: { anna: true } },
  { name: 'a report that somebody denies at once', words: [yes('anna', 0), no('ben', 5)], verdicts: { anna: false } },
  { name: 'a report of what was gone an hour later', words: [yes('anna', 0), no('ben', 55)], verdicts: {} },
  {
    name: 'a denial that the next confirms',
    words: [yes('anna', 0), no('ben', 40), no('carl', 42)],
    verdicts: { ben: true },
  },
  {
    name: 'a denial that the next refutes, however late',
    words: [yes('anna', 0), no('ben', 20), yes('carl', 55)],
    verdicts: { ben: false },
  },
  { name: 'what only weak words answer', words: [yes('anna', 0), yes('x', 1, 0.15), no('y', 2, 0.05)], verdicts: {} },
  { name: 'an answer to oneself', words: [yes('anna', 0), yes('anna', 1)], verdicts: {} },
])('$name: $verdicts', ({ words, verdicts }) => {
  for (const order of [words, words.toReversed()]) {
    const found = verdictsOf({ poiType: 'Obstacle' }, order)
    expect(Object.fromEntries(found.map(({ userId, agreed }) => [userId, agreed]))).toEqual(verdicts)
  }
})
