import type pg from 'pg'
import type { Logger } from 'pino'
import { PgBoss } from 'pg-boss'
import * as z from 'zod'
import { isDatabaseAway } from '#server/outage.ts'

/** A kind of work that may be done later, by whichever process has the role `jobs`. */
export interface Job<Data> {
  name: string
  data: z.ZodType<Data>
  /** Whether one that waits stands for all. */
  isRound: boolean
}

export function job<Data>(name: string, data: z.ZodType<Data>): Job<Data> {
  return { name, data, isRound: false }
}

/** Work that does all there is to do whenever it is done: while one waits, sending another adds none. */
export function round(name: string): Job<Record<string, never>> {
  return { name, data: z.object({}), isRound: true }
}

export interface Jobs {
  /** Says how a kind of work is done. The worker starts with `start`. */
  on<Data>(kind: Job<Data>, work: (data: Data) => Promise<void>): void
  /** Repeats a kind of work without data, by a cron expression in Europe/Berlin. */
  every(kind: Job<Record<string, never>>, cron: string, work: () => Promise<void>): void
  send<Data extends object>(kind: Job<Data>, data: Data): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  running(): boolean
}

const retry = { retryLimit: 5, retryDelay: 10, retryBackoff: true, expireInSeconds: 300 }
const stopPatienceMs = 10_000

/**
 * Jobs kept in the product's own database, so that none is lost by a restart.
 * @param options.workHere false in a process without the role `jobs`: it only sends.
 */
export function createJobs(options: { pool: pg.Pool; embedded: boolean; workHere: boolean; log: Logger }): Jobs {
  let isAway = false
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = await options.pool.query(text, values)
        isAway = false
        return result
      },
    },
    backend: options.embedded ? 'pglite' : 'postgres',
    supervise: options.workHere,
    schedule: options.workHere,
  })
  const workers = new Map<string, { work: (data: unknown) => Promise<void>; isRound: boolean; cron?: string }>()
  /** The worker of each kind in this process, to wake it when there is something to do. */
  const workerIds = new Map<string, string>()
  let running = false
  boss.on('error', (error) => {
    // Each worker asks every two seconds: an outage of the database is one line, not one for each.
    if (isDatabaseAway(error)) {
      if (!isAway) options.log.error('jobs wait, the database is away')
      isAway = true
      return
    }
    options.log.error({ error: error.name, stack: error.stack }, 'jobs failed')
  })

  return {
    on(kind, work) {
      workers.set(kind.name, { work: (data) => work(kind.data.parse(data)), isRound: kind.isRound })
    },
    every(kind, cron, work) {
      workers.set(kind.name, { work: () => work(), isRound: kind.isRound, cron })
    },
    async send(kind, data) {
      await boss.send(kind.name, data)
      const workerId = workerIds.get(kind.name)
      if (workerId !== undefined) boss.notifyWorker(workerId)
    },
    async start() {
      await boss.start()
      for (const [name, { work, isRound, cron }] of workers) {
        await boss.createQueue(name, { ...retry, policy: isRound ? 'short' : 'standard' })
        if (!options.workHere) continue
        const workerId = await boss.work(name, { pollingIntervalSeconds: 2 }, async (batch) => {
          for (const { data } of batch) await work(data)
        })
        workerIds.set(name, workerId)
        if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'Europe/Berlin' })
      }
      running = true
    },
    async stop() {
      running = false
      await boss.stop({ graceful: true, timeout: stopPatienceMs, close: false })
    },
    running: () => running,
  }
}
