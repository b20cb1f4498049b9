import type { Clock } from '#server/platform/clock.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void
}

/** @param instant ISO 8601, such as `2026-03-29T01:59:00Z`. */
export function clockAt(instant: string): TestClock {
  let time = Date.parse(instant)
  if (Number.isNaN(time)) throw new Error(`not an instant: ${instant}`)
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds
    },
  }
}
