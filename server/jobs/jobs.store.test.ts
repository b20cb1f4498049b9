import { sql } from 'kysely'
import { pino } from 'pino'
import { PgBoss } from 'pg-boss'
import { beforeEach, expect, test } from 'vitest'
import { readQueues, readWorkAbout, retryFailed, type WorkAbout } from './job-status.ts'
import { createJobs, type Job, job, type Jobs, mailJob, round } from './jobs.ts'
import * as z from 'zod'
import { hourSeconds, daySeconds, minuteMs } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { AddressRefused } from '#server/mail/mailer.ts'

describeOnBothDatabases('jobs', (database, { query, embedded }) => {
  const silent = pino({ enabled: false })
  const idle = () => createJobs({ query, embedded, workHere: false, log: silent, metrics: createMetrics() })

  const send = <Data extends object>(jobs: Jobs, kind: Job<Data>, data: Data) =>
    inTransaction(database, {}, (writing) => jobs.enqueue(writing, kind, data))

  beforeEach(async () => {
    await sql`drop schema if exists pgboss cascade`.execute(database)
  })

  test('that nobody processes pile up, of a recurring one only one', async () => {
    const jobs = idle()
    const each = job('each', z.object({}))
    const all = round('all')
    jobs.on(each, async () => undefined)
    jobs.on(all, async () => undefined)
    await jobs.start()
    for (let sent = 0; sent < 3; sent += 1) {
      await send(jobs, each, {})
      await send(jobs, all, {})
    }
    await jobs.stop()
    const { rows } =
      await sql`select name, count(*)::int from pgboss.job where name in ('each', 'all') group by name`.execute(
        database,
      )
    expect(rows).toEqual(
      expect.arrayContaining([
        { name: 'each', count: 3 },
        { name: 'all', count: 1 },
      ]),
    )
  })

  test('that another process sent are done one after the other, with no pause between them', async () => {
    const each = job('each', z.object({ number: z.number() }))
    const sender = idle()
    sender.on(each, async () => undefined)
    await sender.start()
    const numbers = Array.from({ length: 30 }, (_, number) => number)
    for (const number of numbers) await send(sender, each, { number })

    const done: number[] = []
    const worker = createJobs({ query, embedded, workHere: true, log: silent, metrics: createMetrics() })
    worker.on(each, async ({ number }) => void done.push(number))
    await worker.start()
    // A look every two seconds would take a minute.
    await expect.poll(() => done.toSorted((a, b) => a - b), { timeout: 15_000 }).toEqual(numbers)
    await Promise.all([worker.stop(), sender.stop()])
  })

  test('that are queued in a transaction are there with its commit, and not at all if it is rolled back', async () => {
    const jobs = idle()
    const [mail, all] = [mailJob('mail', z.object({ to: z.string() })), round('all')]
    for (const kind of [mail, all]) jobs.on<object>(kind, async () => undefined)
    await jobs.start()
    const waiting = async () => {
      const { rows } = await query<{ name: string; data: object }>(
        "select name, data from pgboss.job where name in ('mail', 'all') order by name",
      )
      return rows
    }
    const lost = inTransaction(database, { turn: 'test' }, async (writing) => {
      await jobs.enqueue(writing, mail, { to: 'bert' })
      throw new Error('undone')
    })
    await expect(lost).rejects.toThrow('undone')
    await inTransaction(database, { turn: 'test' }, async (writing) => {
      await jobs.enqueue(writing, mail, { to: 'anna' })
      await jobs.enqueue(writing, all, {})
      await jobs.enqueue(writing, all, {})
      // The embedded database has one session, and answers nobody else meanwhile.
      if (!embedded) expect(await waiting(), 'nobody sees it before').toEqual([])
    })
    expect(await waiting()).toEqual([
      { name: 'all', data: {} },
      { name: 'mail', data: { to: 'anna' } },
    ])
    await jobs.stop()
  })

  test('cannot be queued outside of a transaction: the compiler refuses it', () => {
    const mail = mailJob('mail', z.object({ to: z.string() }))
    // @ts-expect-error the database is no transaction.
    const outside = () => idle().enqueue(database, mail, { to: 'anna' })
    expect(outside).toBeTypeOf('function')
  })

  test('that were queued here begin at once after the commit, without a look into the database', async () => {
    // The look for due work gets no answer, so only a worker that is woken begins within a minute.
    const hasLooked = Promise.withResolvers<void>()
    const unlooking: typeof query = async (text, values) => {
      if (text.includes('select distinct name')) return Promise.withResolvers<never>().promise
      const found = await query<never>(text, values)
      if (text.includes("j.name = 'each'")) hasLooked.resolve()
      return found
    }
    const worker = createJobs({ query: unlooking, embedded, workHere: true, log: silent, metrics: createMetrics() })
    const each = job('each', z.object({}))
    const begun = Promise.withResolvers<string>()
    worker.on(each, async () => begun.resolve('begun'))
    await worker.start()
    await hasLooked.promise
    await send(worker, each, {})
    expect(await begun.promise).toBe('begun')
    await worker.stop()
  })

  test('that a woken round does are not lost where waking fails: that is logged, and whoever woke it goes on', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'error', base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
    const jobs = createJobs({ query, embedded, workHere: false, log, metrics: createMetrics() })
    const all = round('all')
    jobs.on(all, async () => undefined)
    await jobs.start()
    await jobs.wake(all)
    await jobs.wake(all)
    expect((await query('select from pgboss.job where name = $1', ['all'])).rows).toHaveLength(1)
    await sql`drop schema pgboss cascade`.execute(database)
    await jobs.wake(all)
    expect(lines).toMatchObject([{ job: 'all', msg: 'a round was not begun at once, but at its time' }])
    await jobs.stop()
  })

  /** The pauses in seconds after which a job is tried again, until it is given up. */
  async function pausesOf(name: string): Promise<number[]> {
    const boss = new PgBoss({
      db: { executeSql: query },
      backend: embedded ? 'pglite' : 'postgres',
      supervise: false,
      schedule: false,
    })
    await boss.start()
    const pauses: number[] = []
    for (;;) {
      const [attempt] = await boss.fetch(name)
      if (attempt === undefined) break
      await boss.fail(name, attempt.id)
      const { rows } = await sql<{ pause: number }>`
        update pgboss.job set start_after = now() where name = ${name} and state = 'retry'
        returning (select extract(epoch from start_after - now())::float8 from pgboss.job where name = ${name}) as pause`.execute(
        database,
      )
      pauses.push(...rows.map(({ pause }) => Math.round(pause)))
    }
    await boss.stop({ close: false })
    return pauses
  }

  test('an e-mail is tried for a day with pauses that grow to an hour, other work for minutes', async () => {
    const jobs = idle()
    const [mail, other] = [mailJob('mail', z.object({ to: z.string() })), job('other', z.object({}))]
    for (const kind of [mail, other]) jobs.on<object>(kind, async () => undefined)
    await jobs.start()
    await send(jobs, mail, { to: 'somebody' })
    await send(jobs, other, {})
    const [pauses, short] = [await pausesOf('mail'), await pausesOf('other')]
    await jobs.stop()
    const total = (all: number[]) => all.reduce((sum, pause) => sum + pause, 0)
    expect(total(pauses)).toBeGreaterThanOrEqual(daySeconds)
    expect(total(pauses)).toBeLessThan(27 * hourSeconds)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(hourSeconds)
    expect(pauses.slice(0, 3).every((pause) => pause <= 80)).toBe(true)
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses)
    expect(total(short)).toBeLessThan(hourSeconds)
  }, 30_000)

  test('a queue of an earlier version adopts the present retry times', async () => {
    for (const kind of [job('mail', z.object({})), mailJob('mail', z.object({}))]) {
      const jobs = idle()
      jobs.on(kind, async () => undefined)
      await jobs.start()
      await jobs.stop()
    }
    const { rows } = await sql<{ tries: number }>`
      select retry_limit as tries from pgboss.queue where name = 'mail'`.execute(database)
    expect(rows[0]?.tries).toBeGreaterThan(24)
  })

  async function workedOff(
    fail: () => unknown,
  ): Promise<{ lines: Record<string, unknown>[]; state: unknown; known: WorkAbout[] }> {
    const lines: Record<string, unknown>[] = []
    const said = Promise.withResolvers<void>()
    const log = pino(
      { level: 'warn', base: null },
      {
        write: (line) => {
          lines.push(JSON.parse(line))
          said.resolve()
        },
      },
    )
    const jobs = createJobs({ query, embedded, workHere: true, log, metrics: createMetrics() })
    const mail = mailJob('mail', z.object({ to: z.string() }))
    jobs.on(mail, () => Promise.reject(fail()))
    await jobs.start()
    await send(jobs, mail, { to: 'geheim@example.org' })
    await said.promise
    await jobs.stop()
    const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'mail'`.execute(database)
    return { lines, state: rows[0]?.state, known: await readWorkAbout(database, ['geheim@example.org']) }
  }

  test('a failure is logged with name and reason, but without what the error says', async () => {
    const { lines, state, known } = await workedOff(() =>
      Object.assign(new Error('<geheim@example.org> cannot be reached'), { code: 'ECONNREFUSED' }),
    )
    expect(lines).toMatchObject([
      { job: 'mail', error: 'Error', code: 'ECONNREFUSED', msg: 'a job failed and is tried again' },
    ])
    expect(JSON.stringify(lines)).not.toContain('geheim')
    expect(state).toBe('retry')
    expect(known).toMatchObject([{ queue: 'mail', state: 'retrying', tries: 1, code: 'ECONNREFUSED' }])
  })

  test('an e-mail that its server refuses for good is reported, and not tried again', async () => {
    const { lines, state, known } = await workedOff(() => new AddressRefused('no such address'))
    expect(lines).toMatchObject([{ job: 'mail', error: 'AddressRefused', msg: 'an e-mail was refused for good' }])
    expect(state).toBe('completed')
    expect(known).toMatchObject([{ queue: 'mail', state: 'refused', tries: 1, code: null }])
  })

  test('work that has waited for a quarter of an hour and work that was given up is named by its queue', async () => {
    const jobs = idle()
    const mail = mailJob('mail', z.object({ to: z.string() }))
    const daily = job('daily', z.object({}))
    for (const kind of [mail, daily]) jobs.on<object>(kind, async () => undefined)
    await jobs.start()
    const set = (what: string, name: string) =>
      sql`update pgboss.job set ${sql.raw(what)} where name = ${name}`.execute(database)
    await send(jobs, mail, { to: 'a' })
    await send(jobs, daily, {})
    expect(await jobs.overdue()).toEqual([])

    await set("created_on = now() - interval '16 minutes', state = 'retry'", 'mail')
    await set("completed_on = now() - interval '2 hours', state = 'failed'", 'daily')
    const late = { queue: 'mail', waiting: 1, failed: 0 }
    expect(await jobs.overdue()).toEqual([{ queue: 'daily', waiting: 0, failed: 1 }, late])

    await send(jobs, daily, {})
    await sql`update pgboss.job set state = 'completed', completed_on = now() where name = 'daily' and state = 'created'`.execute(
      database,
    )
    expect(await jobs.overdue()).toEqual([late])

    await set("completed_on = now() - interval '2 hours', state = 'failed'", 'mail')
    await send(jobs, mail, { to: 'b' })
    await sql`update pgboss.job set state = 'completed', completed_on = now() where name = 'mail' and state = 'created'`.execute(
      database,
    )
    expect(await jobs.overdue(), 'another e-mail is not this one').toEqual([{ queue: 'mail', waiting: 0, failed: 1 }])
    await set("completed_on = now() - interval '25 hours'", 'mail')
    expect(await jobs.overdue()).toEqual([])
    await jobs.stop()
  })

  test('an e-mail delayed only by its recipient’s mail server is not named, but one that ours does not accept is', async () => {
    const jobs = idle()
    const mail = mailJob('mail', z.object({ to: z.string() }))
    jobs.on(mail, async () => undefined)
    await jobs.start()
    const fail = async (error: object) => {
      await send(jobs, mail, { to: 'somebody' })
      const boss = new PgBoss({
        db: { executeSql: query },
        backend: embedded ? 'pglite' : 'postgres',
        supervise: false,
        schedule: false,
      })
      await boss.start()
      const [attempt] = await boss.fetch('mail')
      if (attempt !== undefined)
        await boss.fail('mail', attempt.id, Object.assign(new Error('said by a server'), error))
      await boss.stop({ close: false })
      await sql`update pgboss.job set created_on = now() - interval '16 minutes'`.execute(database)
    }
    await fail({ command: 'RCPT TO', responseCode: 450 })
    expect(await jobs.overdue()).toEqual([])
    await fail({ command: 'CONN', code: 'ECONNREFUSED' })
    expect(await jobs.overdue()).toEqual([{ queue: 'mail', waiting: 2, failed: 0 }])
    await jobs.stop()
  })

  test('a round that only versions before had is begun no more, and what waits of it is gone', async () => {
    const before = createJobs({ query, embedded, workHere: true, log: silent, metrics: createMetrics() })
    const old = round('of-before')
    before.every(old, '17 3 * * *', async () => undefined)
    await before.start()
    await before.stop()
    const sender = idle()
    sender.on(old, async () => undefined)
    await sender.start()
    await send(sender, old, {})
    await sender.stop()

    const after = createJobs({ query, embedded, workHere: true, log: silent, metrics: createMetrics() })
    after.end(['of-before', 'never-there'])
    await after.start()
    await after.stop()
    const { rows } = await sql`
      select name from pgboss.schedule where name = 'of-before'
      union all select name from pgboss.job where name = 'of-before'`.execute(database)
    expect(rows).toEqual([])
  })

  test('what was given up is counted, and tried again from the start when the operator wants it', async () => {
    expect(await readQueues(database)).toBeNull()
    const jobs = idle()
    const mail = mailJob('mail', z.object({ to: z.string() }))
    jobs.on(mail, async () => undefined)
    jobs.every(job('daily', z.object({})), '17 3 * * *', async () => undefined)
    await jobs.start()
    await send(jobs, mail, { to: 'a' })
    await send(jobs, mail, { to: 'b' })
    await sql`update pgboss.job set state = 'failed', retry_count = retry_limit, completed_on = now()
      where name = 'mail' and data->>'to' = 'a'`.execute(database)
    const mailStatus = async () => (await readQueues(database))?.find(({ queue }) => queue === 'mail')
    const calm = { waiting: 1, retrying: 0, failed: 0, cron: null, lastDoneAt: null }
    expect(await mailStatus()).toMatchObject({ ...calm, failed: 1, oldestWaitingSince: expect.any(Date) })
    expect(await retryFailed(database, 'unknown')).toBeNull()
    expect(await retryFailed(database, 'daily')).toBe(0)
    expect(await retryFailed(database, 'mail')).toBe(1)
    expect(await mailStatus()).toMatchObject({ ...calm, retrying: 1 })
    expect(await readWorkAbout(database, ['A'])).toMatchObject([{ state: 'retrying', tries: 1 }])
    await jobs.stop()
  })

  test('work waits since it is due: not while it pauses before another try', async () => {
    const jobs = idle()
    const mail = mailJob('mail', z.object({ to: z.string() }))
    jobs.on(mail, async () => undefined)
    await jobs.start()
    await send(jobs, mail, { to: 'a' })
    const oldest = async () => (await readQueues(database))?.find(({ queue }) => queue === 'mail')?.oldestWaitingSince
    const due = async (when: string) => {
      await sql`update pgboss.job set state = 'retry', created_on = now() - interval '1 day',
        start_after = ${when}::timestamptz where name = 'mail'`.execute(database)
    }
    await due('2100-01-01T00:00:00Z')
    expect(await oldest()).toBeNull()
    await due('2026-01-01T00:00:00Z')
    expect(await oldest()).toEqual(new Date('2026-01-01T00:00:00Z'))
    await jobs.stop()
  })

  test('work that another process has sent begins within seconds, and nobody looks into each queue for it', async () => {
    const asked: string[] = []
    const counting: typeof query = (text, values) => {
      asked.push(text)
      return query(text, values)
    }
    const worker = createJobs({ query: counting, embedded, workHere: true, log: silent, metrics: createMetrics() })
    const sender = idle()
    const kinds = Array.from({ length: 20 }, (_, index) => job(`kind-${index}`, z.object({})))
    const done: string[] = []
    for (const kind of kinds) {
      worker.on(kind, async () => void done.push(kind.name))
      sender.on(kind, async () => undefined)
    }
    await worker.start()
    await sender.start()
    const looksInto = (queue: string) => asked.filter((text) => text.includes(`j.name = '${queue}'`)).length
    // Each worker looks once when it starts.
    await expect.poll(() => kinds.every(({ name }) => looksInto(name) > 0)).toBe(true)
    for (const name of ['kind-3', 'kind-7', 'kind-3']) {
      const doneBefore = done.length
      await send(sender, job(name, z.object({})), {})
      await expect.poll(() => done.slice(doneBefore)).toEqual([name])
    }
    await worker.stop()
    await sender.stop()
    const idlers = kinds.filter(({ name }) => !done.includes(name))
    expect(idlers.map(({ name }) => looksInto(name))).toEqual(idlers.map(() => 1))
  })

  test('work that is due later begins by itself', async () => {
    const worker = createJobs({ query, embedded, workHere: true, log: silent, metrics: createMetrics() })
    const attempts: string[] = []
    const failsOnce = job('fails-once', z.object({}))
    worker.on(failsOnce, async () => {
      attempts.push('attempt')
      if (attempts.length === 1) throw new Error('not yet')
    })
    await worker.start()
    await send(worker, failsOnce, {})
    await expect.poll(() => attempts).toHaveLength(1)
    // The pause until the next attempt is over.
    await expect
      .poll(async () => {
        const { rows } =
          await sql`update pgboss.job set start_after = now() where state = 'retry' returning id`.execute(database)
        return rows
      })
      .toHaveLength(1)
    await expect.poll(() => attempts).toHaveLength(2)
    await worker.stop()
  })

  test('rounds begin by a clock that runs fast, a second after the other where that is its minute', async () => {
    const pace = { times: 60, since: clockFrom().now() }
    const clock = clockFrom(undefined, pace)
    const fast = { clock, pace }
    const worker = createJobs({ query, embedded, workHere: true, log: silent, metrics: createMetrics(), fast })
    const minutes: number[] = []
    worker.every(job('each-minute', z.object({})), '* * * * *', async () => {
      minutes.push(Math.floor(clock.now().getTime() / minuteMs))
    })
    await worker.start()
    // The database's minute passes once in that time.
    await expect.poll(() => new Set(minutes).size).toBeGreaterThan(3)
    await worker.stop()
  })

  test('a process that only sends sees whether another one works', async () => {
    const jobs = idle()
    jobs.every(job('each-minute', z.object({})), '* * * * *', async () => undefined)
    await jobs.start()
    expect(await jobs.isWorkedOff(), 'a database that was just made').toBe(true)
    await sql`update pgboss.queue set created_on = now() - interval '16 minutes'`.execute(database)
    expect(await jobs.isWorkedOff(), 'nobody ever worked').toBe(false)
    await sql`update pgboss.version set cron_on = now() - interval '1 minute'`.execute(database)
    expect(await jobs.isWorkedOff()).toBe(true)
    await sql`update pgboss.version set cron_on = now() - interval '16 minutes'`.execute(database)
    expect(await jobs.isWorkedOff()).toBe(false)
    await jobs.stop()
  })
})
