import { sql } from 'kysely'
import type { Database } from '#server/db/connection/database.ts'

/** What is known of a queue: of its work in the last days, and since when the oldest of it waits. */
export interface QueueStatus {
  queue: string
  /** When it is due, where it repeats: a cron expression in Europe/Berlin. */
  cron: string | null
  waiting: number
  retrying: number
  failed: number
  /** When the oldest that is due, and that nobody has begun, became due: with its first try, or after the pause before another. */
  oldestWaitingSince: Date | null
  lastDoneAt: Date | null
}

/** Null where no process of the product has ever begun with jobs. */
export async function readQueues(database: Database): Promise<QueueStatus[] | null> {
  if (!(await isThere(database))) return null
  const { rows } = await sql<QueueStatus>`
    select queue.name as queue, schedule.cron,
      (count(*) filter (where state = 'created'))::int as waiting,
      (count(*) filter (where state = 'retry'))::int as retrying,
      (count(*) filter (where state = 'failed'))::int as failed,
      min(job.start_after) filter (where state < 'active' and not blocked and job.start_after <= now()) as "oldestWaitingSince",
      max(job.completed_on) filter (where state = 'completed') as "lastDoneAt"
    from pgboss.queue left join pgboss.schedule using (name) left join pgboss.job on job.name = queue.name
    where queue.name not like '!_!_%' escape '!'
    group by queue.name, schedule.cron order by queue.name`.execute(database)
  return rows
}

/** Has work that was given up tried again, as often as at first. Returns how much of it there is; null: no such queue. */
export async function retryFailed(database: Database, queue: string): Promise<number | null> {
  const queues = await readQueues(database)
  if (queues?.some((known) => known.queue === queue) !== true) return null
  const { rows } = await sql`
    update pgboss.job set state = 'retry', retry_count = 0, start_after = now(), completed_on = null
    where name = ${queue} and state = 'failed' returning id`.execute(database)
  return rows.length
}

/** A piece of work about somebody, and its fate. `refused`: the mail server knows no such address. */
export interface WorkAbout {
  queue: string
  state: 'waiting' | 'retrying' | 'active' | 'done' | 'refused' | 'failed'
  tries: number
  createdAt: Date
  endedAt: Date | null
  /** What a mail server or the system answered last, without its words. */
  code: string | null
}

const mostShown = 30

/** The newest work whose data has one of these names as a value: ids and addresses. */
export async function readWorkAbout(database: Database, names: readonly string[]): Promise<WorkAbout[]> {
  if (!(await isThere(database))) return []
  const { rows } = await sql<WorkAbout>`
    select name as queue,
      case state when 'created' then 'waiting' when 'retry' then 'retrying' when 'active' then 'active' when 'completed' then
        case when output->>'refused' = 'true' then 'refused' else 'done' end else 'failed' end as state,
      case state when 'created' then 0 else retry_count + 1 end as tries,
      created_on as "createdAt", completed_on as "endedAt",
      case when state = 'completed' then null else coalesce(output->>'responseCode', output->>'code') end as code
    from pgboss.job
    where exists (select from unnest(${names}::text[]) as named(person)
      where strpos(lower(data::text), lower(to_jsonb(person)::text)) > 0)
    order by created_on desc limit ${mostShown}`.execute(database)
  return rows
}

async function isThere(database: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(
    database,
  )
  return rows[0]?.there === true
}
