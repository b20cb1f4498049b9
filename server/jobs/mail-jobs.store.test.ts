import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { mailServerLimits } from '#contract/limits/mail-limits.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { SendingDropped } from '#server/mail/mailer.ts'
import { createGate } from '#server/mail/testing/scripted-mail-server.ts'
import { createJobs, type Job, job, type Jobs, mailJob } from './jobs.ts'

const mail = mailJob('mail', z.object({ to: z.string() }))

describeOnBothDatabases('e-mails as jobs', (database, { query, embedded }) => {
  const running: Jobs[] = []
  afterEach(async () => {
    for (const jobs of running.splice(0)) await jobs.stop()
    await sql`delete from pgboss.job`.execute(database)
  })
  /** A process that works. */
  const startProcess = async <Data>(kind: Job<Data>, work: (data: Data, id: string) => Promise<void>) => {
    const log = pino({ level: 'silent' })
    const jobs = createJobs({ query, embedded, workHere: true, log, metrics: createMetrics() })
    jobs.on(kind, work)
    await jobs.start()
    running.push(jobs)
    return jobs
  }
  const stop = async (jobs: Jobs) => {
    running.splice(running.indexOf(jobs), 1)
    await jobs.stop()
  }
  const send = (jobs: Jobs, to: string) =>
    inTransaction(database, { turn: 'test' }, (writing) => jobs.enqueue(writing, mail, { to }))
  const patience = { timeout: 20_000 }

  test('a few of a kind are sent at a time', async () => {
    const gate = createGate()
    const jobs = await startProcess(mail, () => gate.pass())
    for (let count = 0; count < 2 * mailServerLimits.sameKindAtOnce; count += 1) await send(jobs, `person${count}`)
    for (let round = 0; round < 2; round += 1) {
      await expect.poll(gate.waiting, patience).toBe(mailServerLimits.sameKindAtOnce)
      gate.letOn()
    }
  })

  test('one that is tried again has the name that it had before, and another one another', async () => {
    const tried: [to: string, id: string][] = []
    const jobs = await startProcess(mail, async ({ to }, id) => {
      tried.push([to, id])
      if (tried.length === 1) throw new Error('not taken')
    })
    await send(jobs, 'anna')
    await expect.poll(() => tried, patience).toHaveLength(1)
    await expect
      .poll(async () => {
        const { rows } =
          await sql`update pgboss.job set start_after = now() where state = 'retry' returning id`.execute(database)
        return rows
      }, patience)
      .toHaveLength(1)
    await expect.poll(() => tried, patience).toHaveLength(2)
    await send(jobs, 'bert')
    await expect.poll(() => tried, patience).toHaveLength(3)
    const [first, second, third] = tried.map(([, id]) => id)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(first).toMatch(/^mail\.[\da-f-]{36}$/)
  })

  test('one that is being sent is given up when its worker is silent, and not because it takes long', async () => {
    const gate = createGate()
    const jobs = await startProcess(mail, () => gate.pass())
    await send(jobs, 'anna')
    await expect.poll(gate.waiting, patience).toBe(1)
    const { rows } = await sql<{ lease: number; longest: number; begun: boolean }>`
      select heartbeat_seconds as lease, expire_seconds as longest, heartbeat_on is not null as begun
      from pgboss.job where name = 'mail'`.execute(database)
    expect(rows).toEqual([
      { lease: mailServerLimits.leaseSeconds, longest: mailServerLimits.longestMinutes * 60, begun: true },
    ])
    gate.letOn()
  })

  test.each([
    ['an e-mail', mail],
    ['a round of e-mails', job('mail', z.object({ to: z.string() }))],
  ])('%s that a stop drops is begun by the next process at once', async (_what, kind) => {
    const dropping = createGate()
    const jobs = await startProcess(kind, async () => {
      await dropping.pass()
      throw new SendingDropped('the product stops')
    })
    await send(jobs, 'anna')
    await expect.poll(dropping.waiting, patience).toBe(1)
    const stopped = stop(jobs)
    dropping.letOn()
    await stopped
    const { rows } = await sql<{ isDue: boolean }>`
      select start_after <= pgboss.job_now() as "isDue" from pgboss.job where name = 'mail' and state = 'retry'`.execute(
      database,
    )
    expect(rows).toEqual([{ isDue: true }])
    const done: string[] = []
    await startProcess(kind, async ({ to }) => void done.push(to))
    await expect.poll(() => done, patience).toEqual(['anna'])
  })

  test('one that a mail server has the whole of at a stop is left to its lease', async () => {
    const answered = createGate()
    const jobs = await startProcess(mail, () => answered.pass())
    await send(jobs, 'anna')
    await expect.poll(answered.waiting, patience).toBe(1)
    await stop(jobs)
    const { rows } = await sql<{ state: string; isLater: boolean }>`
      select state, start_after > pgboss.job_now() + interval '${sql.raw(String(mailServerLimits.leaseSeconds - 30))} seconds' as "isLater"
      from pgboss.job where name = 'mail'`.execute(database)
    expect(rows).toEqual([{ state: 'retry', isLater: true }])
    answered.letOn()
  })
})
