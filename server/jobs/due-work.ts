import { secondMs } from '#contract/base/time-units.ts'
import type { Connection } from '#server/db/connection/database.ts'

/** Work begins within this time after it is due, also what another process has sent. */
const lookEveryMs = 2 * secondMs

/** The queues with work that `pg-boss` would hand out now. */
const queuesWithDueWork = `
  select distinct name from pgboss.job
  where state < 'active' and not blocked and start_after <= pgboss.job_now()`

/**
 * Looks in which queues work is due, one statement for all, until it is stopped. Workers that each look into their own queue
 * so often are most of what a product does at night: there are fifty.
 */
export function watchForDueWork(options: {
  query: Connection['query']
  onDue(queue: string): void
  onError(error: unknown): void
}): { stop(): void } {
  let next: NodeJS.Timeout | undefined
  let isStopped = false
  const look = async () => {
    try {
      const { rows } = await options.query<{ name: string }>(queuesWithDueWork)
      if (!isStopped) for (const { name } of rows) options.onDue(name)
    } catch (error) {
      if (!isStopped) options.onError(error)
    }
    if (!isStopped) next = setTimeout(() => void look(), lookEveryMs)
  }
  void look()
  return {
    stop() {
      isStopped = true
      clearTimeout(next)
    },
  }
}
