import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, Database } from '#server/db/database.ts'
import { describeOnPostgres } from '#server/db/testing/databases.ts'
import { connectGated, type GatedDatabase } from '#server/db/testing/gated.ts'
import { putWorld, type Writer, writers } from '#server/db/testing/writers.ts'

/*
 * Every writer is stopped after each of its first statements that hold rows, and before it ends, while another one goes as
 * far as it can. Where the two then waited for each other, PostgreSQL would end one of them; where one had overwritten what
 * the other did, the tables would be neither as if the one had come first nor as if the other had.
 */
describeOnPostgres('two writers at the same time', (database, connection, url) => {
  const [one, other] = [connectGated(url, 'one writer'), connectGated(url, waiting)]
  const world = createWorld(connection)
  /** How many statements of each writer hold rows. */
  const counts = new Map<Writer, number>()
  beforeAll(async () => {
    await world.remember()
    for (const writer of writers) {
      await world.restore()
      counts.set(writer, await countHolding(one, writer))
    }
  }, 120_000)
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await world.forget()
  })

  test('hold something, each of them', () => {
    expect(writers.filter((writer) => (counts.get(writer) ?? 0) === 0)).toEqual([])
  })

  test.each(writers.map((writer, index) => ({ name: writer.name, writer, others: writers.slice(index) })))(
    '$name and any other end without waiting for each other, and nothing of either is lost',
    async ({ writer, others }) => {
      const mistakes: string[] = []
      for (const second of others) mistakes.push(...(await mistakesOf(writer, second)))
      expect(mistakes).toEqual([])
    },
    300_000,
  )

  async function mistakesOf(writer: Writer, second: Writer): Promise<string[]> {
    const mistakes: string[] = []
    const meet = async (stopped: Writer, step: number, free: Writer) => {
      const { hasWaited, failures } = await together(stopped, step, free, stopped === writer)
      // Who overwrites what another one has not committed yet waits for it.
      const what = failures.length > 0 || !hasWaited ? failures : await lost(writer, second)
      mistakes.push(...what.map((mistake) => `${stopped.name}, stopped after ${step}, and ${free.name}: ${mistake}`))
      return hasWaited
    }
    const count = counts.get(writer) ?? 0
    // Where nobody waits for all that the first one holds, they hold nothing in common.
    if (!(await meet(writer, count, second))) return mistakes
    for (const step of firstSteps(count - 1)) await meet(writer, step, second)
    for (const step of firstSteps(counts.get(second) ?? 0)) await meet(second, step, writer)
    return mistakes
  }

  /** Lets one go on only when the other one is done, or waits for it. */
  async function together(stopped: Writer, step: number, free: Writer, isInOrder: boolean) {
    await world.restore()
    const [stoppedId, freeId] = isInOrder ? ids : ids.toReversed()
    const stop = stopAfter(one, step)
    const stoppedDone = stopped.write(one.database, stoppedId ?? '')
    await Promise.race([stop.reached, stoppedDone])
    const freeDone = free.write(other.database, freeId ?? '')
    const hasWaited = await untilDoneOrWaiting(freeDone, database)
    stop.goOn()
    const outcomes = await Promise.allSettled([stoppedDone, freeDone])
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    return { hasWaited, failures }
  }

  /** The tables that are neither as if the one had come first nor as if the other had. */
  async function lost(writer: Writer, second: Writer): Promise<string[]> {
    if (writer.isPartial === true || second.isPartial === true) return []
    const found = await world.look()
    const writes = [() => writer.write(one.database, ids[0]), () => second.write(other.database, ids[1])]
    const inTurn = async (inThisOrder: typeof writes) => {
      await world.restore()
      for (const write of inThisOrder) await write()
      return differing(found, await world.look())
    }
    const differs = await inTurn(writes)
    return differs.length === 0 ? [] : inTurn(writes.toReversed())
  }
})

const ids = ['new-1', 'new-2'] as const
const waiting = 'another writer'
const holding = /\b(insert|update|delete|advisory)/i
/** All that a writer needs is held by so many statements at most. */
const mostSteps = 5

const firstSteps = (count: number) => Array.from({ length: Math.min(count, mostSteps) }, (_, index) => index + 1)

async function countHolding({ database, gate }: GatedDatabase, writer: Writer): Promise<number> {
  let count = 0
  gate(async (statement) => {
    if (statement !== null && holding.test(statement)) count += 1
  })
  await writer.write(database, ids[0])
  gate(async () => undefined)
  return count
}

/** Lets nothing happen after so many statements that hold rows, until it may go on. */
function stopAfter({ gate }: GatedDatabase, steps: number): { reached: Promise<void>; goOn(): void } {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let count = 0
  gate(async (statement) => {
    if (count === steps) {
      reached.resolve()
      await released.promise
    }
    if (statement !== null && holding.test(statement)) count += 1
  })
  return {
    reached: reached.promise,
    goOn() {
      gate(async () => undefined)
      released.resolve()
    },
  }
}

async function untilDoneOrWaiting(work: Promise<unknown>, database: Database): Promise<boolean> {
  let isDone = false
  const done = () => (isDone = true)
  work.then(done, done)
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where application_name = ${waiting} and wait_event_type = 'Lock'`.execute(database)
    if (isDone) return false
    if (rows.length > 0) return true
  }
}

/** What is in each table, by its name. */
type Look = ReadonlyMap<string, string>

function differing(one: Look, other: Look): string[] {
  return [...one].flatMap(([table, rows]) => (other.get(table) === rows ? [] : [`lost in ${table}`]))
}

/** All tables as they are once everything is there, in a schema of their own, from which they are restored. */
function createWorld({ database, pool }: Connection) {
  let tables: string[] = []
  let days: string[] = []
  const each = (text: (table: string) => string) => tables.map(text).join(';')
  return {
    async remember() {
      await putWorld(database)
      const found = await sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'p') and not relispartition
          and relname not like 'kysely%' and relname <> 'spatial_ref_sys'`.execute(database)
      const partitions = await sql<{ day: string }>`
        select format('create table if not exists %s partition of positions %s', oid::regclass,
          pg_get_expr(relpartbound, oid)) as day
        from pg_class where relispartition and relkind = 'r'`.execute(database)
      tables = found.rows.map(({ name }) => name)
      days = partitions.rows.map(({ day }) => day)
      await pool.query(`drop schema if exists remembered cascade; create schema remembered;
        ${each((table) => `create table remembered.${table} as table public.${table}`)}`)
    },
    /** With foreign keys and triggers asleep. */
    async restore() {
      const rows = each(
        (table) => `delete from ${table}; insert into ${table} overriding system value table remembered.${table}`,
      )
      await pool.query(`begin; set local client_min_messages = error; ${days.join(';')};
        set local session_replication_role = replica; ${rows}; commit`)
    },
    /** But for the numbers that the database gives. */
    async look(): Promise<Look> {
      const looks = tables
        .filter((table) => table !== 'poi_versions')
        .map((table) => {
          const row = `(to_jsonb(${table}) - '${isNumbered(table) ? 'id' : ''}')::text`
          return `select '${table}' as name, coalesce(string_agg(${row}, ',' order by ${row}), '') as rows from ${table}`
        })
      const { rows } = await pool.query<{ name: string; rows: string }>(looks.join(' union all '))
      return new Map(rows.map((row) => [row.name, row.rows]))
    },
    async forget() {
      await pool.query('drop schema if exists remembered cascade')
    },
  }
}

const isNumbered = (table: string) => table === 'attempts' || table === 'dossier_changes'
