import { pino } from 'pino'
import * as z from 'zod'
import { expect } from 'vitest'
import type { Connection } from '#server/db/connection/database.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { createJobs, type Job, job, type Queue } from '#server/jobs/jobs.ts'

/** Work that is to be queued: its kind, and its data. */
type Expected = readonly [kind: Pick<Job<never>, 'name'>, data: object]

class Undone extends Error {}

/**
 * What a store writes and the work that follows from it are there together, or not at all. The work is queued, and then the
 * transaction is rolled back: nothing is there, and so the same can be written once more, with its work.
 */
export async function expectQueued(
  { query, embedded }: Pick<Connection, 'query' | 'embedded'>,
  write: (queue: Queue) => Promise<unknown>,
  ...expected: readonly Expected[]
): Promise<void> {
  const log = pino({ enabled: false })
  const jobs = createJobs({ query, embedded, workHere: false, log, metrics: createMetrics() })
  for (const [{ name }] of expected) jobs.on(job(name, z.object({})), async () => undefined)
  await jobs.start()
  await query('delete from pgboss.job')
  const queued = async () => {
    const { rows } = await query<{ name: string; data: object }>('select name, data from pgboss.job order by name')
    return rows
  }

  let left = expected.length
  const undoing: Queue = {
    enqueue: async (...work) => {
      await jobs.enqueue(...work)
      left -= 1
      if (left === 0) throw new Undone()
    },
  }
  await expect(write(undoing)).rejects.toThrow(Undone)
  expect(await queued(), 'rolled back').toEqual([])
  await write(jobs)
  const wanted = expected.map(([{ name }, data]) => ({ name, data }))
  expect(await queued(), 'committed').toEqual(wanted.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
  await jobs.stop()
}
