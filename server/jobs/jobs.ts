import type { Logger } from 'pino'
import { fromKysely, PgBoss, type QueueResult, type Schedule } from 'pg-boss'
import * as z from 'zod'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { purgeServerLimits } from '#contract/limits/purge-limits.ts'
import { daySeconds, minuteSeconds, secondMs } from '#contract/base/time-units.ts'
import type { Clock, Pace } from '#server/platform/clock.ts'
import { stopPatienceMs } from '#server/platform/shutdown.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Connection } from '#server/db/connection/database.ts'
import { afterCommit, type Writing } from '#server/db/transactions/locks.ts'
import { createOutageLog, isDatabaseAway } from '#server/platform/outage.ts'
import { errorFields } from '#server/platform/error-fields.ts'
import { createAttempts, leaveToNextProcess, mailOutcomes, type Refused, workOutcomes } from './attempts.ts'
import { watchForDueWork } from './due-work.ts'
import { beginRounds } from './fast-rounds.ts'
import { overdueMinutes, type OverdueQueue, readOverdue } from './overdue-work.ts'

/** A kind of work for later, done by any process with the role `jobs`. */
export interface Job<Data> {
  name: string
  data: z.ZodType<Data>
  /** Whether one waiting job stands for all. */
  isRound: boolean
  /** Whether it is an e-mail, which takes as long as mail servers take. */
  isMail: boolean
  retry: Retry
}

/** How often failing work is tried again, and after which pauses: they double from the first one up to the longest. */
interface Retry {
  retryLimit: number
  retryDelay: number
  retryDelayMax: number
}

/** Five times within ten minutes. */
const soon: Retry = { retryLimit: 5, retryDelay: 10, retryDelayMax: 3600 }
/** Nine pauses that double up to an hour take at least 1.4 hours; 23 more of an hour make it a day. */
const forADay: Retry = { retryLimit: 32, retryDelay: 10, retryDelayMax: 3600 }

export function job<Data>(name: string, data: z.ZodType<Data>): Job<Data> {
  return { name, data, isRound: false, isMail: false, retry: soon }
}

/**
 * An e-mail to one person, who waits for it: tried for a day while no mail server accepts it. A few of a kind are on their way
 * at a time. Its worker renews its lease meanwhile, so that nobody else sends it, too.
 */
export function mailJob<Data>(name: string, data: z.ZodType<Data>): Job<Data> {
  return { name, data, isRound: false, isMail: true, retry: forADay }
}

/** Work that does everything there is to do whenever it runs: what there is, rows of its feature say. */
export interface Round extends Job<Record<string, never>> {
  isRound: true
}

/** While one is waiting, another adds none. */
export function round(name: string): Round {
  return { name, data: z.object({}), isRound: true, isMail: false, retry: soon }
}

export interface Jobs {
  /**
   * Registers how a kind of work is done. The worker starts with `start`.
   * @param work.id names the piece of work, the same each time that it is tried: an e-mail has it as its name.
   */
  on<Data>(kind: Job<Data>, work: (data: Data, id: string) => Promise<void>): void
  /** Repeats a kind of work without data, by a cron expression in Europe/Berlin. */
  every(kind: Job<Record<string, never>>, cron: string, work: () => Promise<void>): void
  /** Rounds that versions before had and this one has not: no process begins them any more. */
  end(names: readonly string[]): void
  /**
   * Queues work in the transaction of what it follows from: it is there with the commit, or not at all. It begins at once in
   * this process, if it works, and within two seconds in any other (`due-work.ts`).
   * @param afterMs how long it waits before that; absent: not at all.
   */
  enqueue<Data extends object>(writing: Writing, kind: Job<Data>, data: Data, afterMs?: number): Promise<void>
  /**
   * Has a round begin now rather than when it is due next. Where that fails, it is logged: the rows that the round goes by are
   * not lost.
   */
  wake(kind: Round): Promise<void>
  /**
   * Forgets all work, waiting or done, whose data has one of these names as a value, and what failures said about them.
   * @param names ids and addresses, lower case.
   */
  forget(names: readonly string[]): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  running(): boolean
  /** Whether any process has recently checked for scheduled work, or the first one was started only just now. */
  isWorkedOff(): Promise<boolean>
  /** The queues in which so much work is late, or was given up, that the operator must know. */
  overdue(): Promise<OverdueQueue[]>
}

/** All that a store needs of them. */
export type Queue = Pick<Jobs, 'enqueue'>

/** Work that takes longer was given up by its worker. */
const expireInSeconds = 300
/** An e-mail is given up when its worker is silent; `pg-boss` renews its lease every half of this time. */
const ofMail = {
  expireInSeconds: mailServerLimits.longestMinutes * minuteSeconds,
  heartbeatSeconds: mailServerLimits.leaseSeconds,
}
const deleteAfterSeconds = purgeServerLimits.finishedJobDays * daySeconds
/** Workers are woken when there is work (`due-work.ts`). Without that they look this seldom. */
const unwokenSeconds = 60

interface Worker {
  kind: Pick<Job<never>, 'isRound' | 'isMail' | 'retry'>
  work(data: unknown, id: string): Promise<void>
  cron?: string
}

/**
 * Jobs kept in the product's own database, so that a restart loses none.
 * @param options.workHere false in a process without the role `jobs`: it only sends.
 * @param options.fast a clock that runs faster than the database's: then rounds begin by it, too.
 */
export function createJobs(options: {
  query: Connection['query']
  embedded: boolean
  workHere: boolean
  log: Logger
  metrics: Metrics
  fast?: { clock: Clock; pace: Pace } | null
}): Jobs {
  const logOutage = createOutageLog(options.log, 'jobs wait for the database')
  const boss = new PgBoss({
    db: {
      executeSql: options.query,
    },
    backend: options.embedded ? 'pglite' : 'postgres',
    supervise: options.workHere,
    schedule: options.workHere,
  })
  const workers = new Map<string, Worker>()
  const ended: string[] = []
  /** The workers of each kind in this process. */
  const workerIds = new Map<string, string[]>()
  /** Has the worker here look at once whether there is something to do. */
  const look = (name: string) => {
    for (const workerId of workerIds.get(name) ?? []) boss.notifyWorker(workerId)
  }
  let running = false
  let watch: { stop(): void } | undefined
  let fastRounds: { stop(): void } | undefined
  const logError = (error: unknown, trace: object) => {
    // The database is asked every two seconds: an outage is one log line, not one for each question.
    if (isDatabaseAway(error)) logOutage(error)
    else options.log.error(trace, 'jobs failed')
  }
  boss.on('error', (error) => logError(error, { error: error.name, stack: error.stack }))

  const attemptTo = createAttempts(options)

  /** A queue keeps the settings it was created with, so one of an earlier version is updated. */
  const ensureQueue = async (
    name: string,
    { isRound, isMail, retry }: Worker['kind'],
    known: QueueResult | undefined,
  ) => {
    const settings = { ...retry, retryBackoff: true, expireInSeconds, ...(isMail && ofMail), deleteAfterSeconds }
    if (known === undefined) await boss.createQueue(name, { ...settings, policy: isRound ? 'short' : 'standard' })
    else if (Object.entries(settings).some(([key, value]) => Reflect.get(known, key) !== value)) {
      await boss.updateQueue(name, settings)
    }
  }

  /** While one is waiting, beginning another adds none. */
  const beginRound = async (name: string) => {
    const waiting = await options.query(`select from pgboss.job where name = $1 and state < 'active' limit 1`, [name])
    if (waiting.rows.length === 0) await boss.send(name, {})
    look(name)
  }

  const beginRoundsBy = ({ clock, pace }: { clock: Clock; pace: Pace }) =>
    beginRounds({
      clock,
      pace,
      rounds: new Map([...workers].flatMap(([name, { cron }]) => (cron === undefined ? [] : [[name, cron]]))),
      next(cron, after) {
        const [due] = boss.previewSchedule(cron, { tz: timeZone, from: after, count: 1 })
        if (due === undefined) throw new RangeError(`${cron} is never due`)
        return due
      },
      begin: (name) => void beginRound(name).catch((error: unknown) => logError(error, errorFields(error))),
    })

  return {
    on(kind, work) {
      workers.set(kind.name, { work: (data, id) => work(kind.data.parse(data), id), kind })
    },
    end(names) {
      ended.push(...names)
    },
    every(kind, cron, work) {
      workers.set(kind.name, { work: () => work(), kind, cron })
    },
    async enqueue(writing, kind, data, afterMs = 0) {
      const startAfter = Math.ceil(afterMs / secondMs)
      await boss.send(kind.name, data, { db: fromKysely(writing), ...(startAfter > 0 && { startAfter }) })
      afterCommit(writing, () => look(kind.name))
    },
    async wake(kind) {
      try {
        await boss.send(kind.name, {})
        look(kind.name)
      } catch (error) {
        options.log.error({ job: kind.name, ...errorFields(error) }, 'a round was not begun at once, but at its time')
      }
    },
    async forget(names) {
      await options.query(
        `delete from pgboss.job using unnest($1::text[]) as named(person)
        where strpos(lower(data::text), lower(to_jsonb(person)::text)) > 0`,
        [names],
      )
      // An answer of a mail server has the address within its words.
      await options.query(
        `update pgboss.job set output = null from unnest($1::text[]) as named(person)
        where strpos(lower(output::text), person) > 0`,
        [names],
      )
    },
    async start() {
      await boss.start()
      const schedules = await boss.getSchedules()
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const [name, { work, kind, cron }] of workers) {
        await ensureQueue(name, kind, known.get(name))
        // Now `pg-boss` knows the queue. Otherwise the first `enqueue` would have it asked for on another connection, which on the
        // embedded database waits for the end of that very transaction.
        await boss.getJobById(name, noJob)
        if (!options.workHere) continue
        for (const outcome of kind.isMail ? mailOutcomes : workOutcomes) {
          options.metrics.count('wegwarte_jobs_total', { queue: name, outcome }, 0)
        }
        const settings = { pollingIntervalSeconds: unwokenSeconds, includeMetadata: true } as const
        const ids: string[] = []
        workerIds.set(name, ids)
        for (let workers = kind.isMail ? mailServerLimits.sameKindAtOnce : 1; workers > 0; workers -= 1) {
          const workerId = await boss.work(name, settings, async (batch) => {
            // There may be more, from a process that does no work itself, or of an outage: it does not wait for the next look.
            look(name)
            // A batch has one piece of work; the result is stored with it.
            let result: Refused | undefined
            for (const attempt of batch)
              result = await attemptTo(attempt, () => work(attempt.data, `${name}.${attempt.id}`))
            return result
          })
          ids.push(workerId)
        }
        if (cron !== undefined && !isScheduled(schedules, name, cron)) {
          await boss.schedule(name, cron, {}, { tz: timeZone })
        }
      }
      if (options.workHere) {
        for (const name of ended.filter((name) => schedules.some((one) => one.name === name))) {
          await boss.unschedule(name)
          await boss.deleteQueuedJobs(name)
        }
        const onError = (error: unknown) => logError(error, errorFields(error))
        watch = watchForDueWork({ query: options.query, onDue: look, onError })
        if (options.fast) fastRounds = beginRoundsBy(options.fast)
      }
      running = true
    },
    async stop() {
      running = false
      watch?.stop()
      fastRounds?.stop()
      await boss.stop({ graceful: true, timeout: stopPatienceMs, close: false })
      if (options.workHere) await options.query(leaveToNextProcess, [mailServerLimits.leaseSeconds])
    },
    running: () => running,
    async isWorkedOff() {
      const { rows } = await options.query<{ yes: boolean }>(
        `select coalesce(cron_on, (select min(created_on) from pgboss.queue)) > now() - $1::int * interval '1 minute' is true as yes
        from pgboss.version`,
        [overdueMinutes],
      )
      return rows.some(({ yes }) => yes)
    },
    overdue: () => readOverdue(options.query),
  }
}

const noJob = '00000000-0000-0000-0000-000000000000'
const timeZone = 'Europe/Berlin'

function isScheduled(schedules: readonly Schedule[], queue: string, cron: string): boolean {
  return schedules.some(({ name, cron: known, timezone }) => name === queue && known === cron && timezone === timeZone)
}
