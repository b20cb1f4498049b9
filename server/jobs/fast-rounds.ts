import { minuteMs } from '#contract/base/time-units.ts'
import type { Clock, Pace } from '#server/platform/clock.ts'

/** A round begins at most this part of a minute late. */
const looksAMinute = 6

/**
 * Begins rounds by a clock that runs fast, until it is stopped: `pg-boss` goes by the database's clock.
 * @param options.rounds their cron expressions, by name.
 * @param options.next the first time after another one at which a cron expression is due.
 */
export function beginRounds(options: {
  clock: Clock
  pace: Pace
  rounds: ReadonlyMap<string, string>
  next(cron: string, after: Date): Date
  begin(name: string): void
}): { stop(): void } {
  const { clock, pace, rounds, next, begin } = options
  const startedAt = clock.now()
  const dueAt = new Map([...rounds].map(([name, cron]) => [name, next(cron, startedAt)]))
  const look = () => {
    const now = clock.now()
    for (const [name, cron] of rounds) {
      const due = dueAt.get(name)
      if (due === undefined || due > now) continue
      dueAt.set(name, next(cron, now))
      begin(name)
    }
  }
  const timer = setInterval(look, minuteMs / pace.times / looksAMinute)
  return { stop: () => clearInterval(timer) }
}
