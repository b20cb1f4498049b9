import { isForOperator, type LateWork } from '#domain/time/late-work.ts'
import type { Connection } from '#server/db/connection/database.ts'

/** How much of a queue is late, and how much was given up within a day. */
export interface OverdueQueue {
  queue: string
  waiting: number
  failed: number
}

/** Work normally begins within seconds. What still waits after this time is failing, or no worker runs. */
export const overdueMinutes = 15

/** The queues in which so much work is late, or was given up, that the operator must know. */
export async function readOverdue(query: Connection['query']): Promise<OverdueQueue[]> {
  // Where jobs carry no data, the next run does what one could not.
  const { rows } = await query<OverdueQueue & LateWork>(
    `with late as (
      select name, 'waiting' as what, output from pgboss.job
      where state < 'active' and not blocked and created_on < now() - $1::int * interval '1 minute'
      union all
      select name, 'failed', output from pgboss.job failed
      where state = 'failed' and completed_on > now() - interval '1 day'
        and not (data = '{}' and exists (
          select from pgboss.job later
          where later.name = failed.name and later.state = 'completed' and later.completed_on > failed.completed_on))
    )
    select name as queue,
      (count(*) filter (where what = 'waiting'))::int as waiting,
      (count(*) filter (where what = 'failed'))::int as failed,
      (count(*) filter (where output->>'command' = 'RCPT TO' and output->>'responseCode' ~ '^4'))::int as "putOff"
    from late group by name order by name`,
    [overdueMinutes],
  )
  return rows.filter(isForOperator).map(({ queue, waiting, failed }) => ({ queue, waiting, failed }))
}
