import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAccountGone } from '#server/db/shared/account-gone.ts'
import type { Connection, Database } from '#server/db/connection/database.ts'
import { describeOnPostgres } from './databases.ts'
import { connectGated, type GatedDatabase } from './gated.ts'
import { isRunDistributed } from './run-databases.ts'
import { createWorld, type Look } from './world.ts'
import type { Writer } from './writer.ts'
import { putWorld, writers } from './writers.ts'

/**
 * Every writer is stopped after each of its first statements that hold rows, and before its end, where that can change what comes
 * of it (`isSameLater`). Meanwhile another one goes as far as it can. If the two then waited for each other, PostgreSQL would end
 * one of them. If one had overwritten what the
 * other one did, the tables would be different from what they are after the two in either order.
 * @param part which half of the writers: every second one, with all after it. Two files, so that two workers share them.
 */
export const describeTwoWriters = (part: 0 | 1): void => {
  // What is restored between two meetings is noted by triggers, which Citus allows on no distributed table.
  if (isRunDistributed()) return test.skip('two writers at the same time on PostgreSQL (skipped: a coordinator)')
  describeOnPostgres('two writers at the same time', pairs(part))
}

const pairs = (part: 0 | 1) => (database: Database, connection: Connection, url: string) => {
  const [one, other] = [connectGated(url, 'one writer'), connectGated(url, waiting)]
  const world = createWorld(url)
  const courses = new Map<Writer, Course>()
  beforeAll(async () => {
    await putWorld(database)
    await world.remember()
    for (const writer of writers) courses.set(writer, await courseOf(writer))
  }, 120_000)
  // They have just been emptied.
  beforeEach(() => world.noteAllWritten())
  afterAll(async () => {
    await Promise.all([one.close(), other.close()])
    await world.forget()
  })

  test('each hold and change something', () => {
    const idle = writers.filter((writer) => courseFound(writer).holding === 0 || !courseFound(writer).hasChanged)
    expect(idle.map(({ name }) => name)).toEqual([])
  })

  const all = writers.map((writer, index) => ({ name: writer.name, writer, others: writers.slice(index) }))
  test.each(all.filter((_, index) => index % 2 === part))(
    '$name and any other one end without waiting for each other, and no change of either is lost',
    async ({ writer, others }) => {
      const mistakes: string[] = []
      for (const second of others) mistakes.push(...(await mistakesOf(writer, second)))
      expect(mistakes).toEqual([])
    },
    300_000,
  )

  async function mistakesOf(writer: Writer, second: Writer): Promise<string[]> {
    const mistakes: string[] = []
    const ends = endsInTurn(writer, second)
    const meet = async (stopped: Writer, step: number, free: Writer): Promise<Wait> => {
      const { wait, failures } = await together(stopped, step, free, stopped === writer)
      // A writer has to wait before it can overwrite what another one has not committed yet.
      const what = failures.length > 0 || wait === 'NONE' ? failures : await lost(ends)
      mistakes.push(...what.map((mistake) => `${stopped.name}, stopped after ${step}, and ${free.name}: ${mistake}`))
      return wait
    }
    const meetAtEach = async (stopped: Writer, steps: number, free: Writer) => {
      for (const step of firstSteps(steps)) {
        if (isSameLater(await meet(stopped, step, free), courseFound(stopped))) break
      }
    }
    // A statement that is a transaction of its own cannot be stopped while it holds something.
    const [holder, other] = courseFound(writer).isHeldAtEnd ? [writer, second] : [second, writer]
    const { holding: steps } = courseFound(holder)
    // If the other one need not wait while this one holds everything, they hold nothing in common.
    if ((await meet(holder, steps, other)) === 'NONE') return mistakes
    await meetAtEach(holder, steps - 1, other)
    await meetAtEach(other, courseFound(other).holding, holder)
    return mistakes
  }

  function courseFound(writer: Writer): Course {
    const course = courses.get(writer)
    if (course === undefined) throw new Error(`${writer.name} was not tried alone`)
    return course
  }

  /** The world with what these need besides. */
  async function begin(...who: readonly Writer[]): Promise<void> {
    await world.restore()
    for (const prepare of new Set(who.map((writer) => writer.prepare))) await prepare?.(database)
  }

  async function courseOf(writer: Writer): Promise<Course> {
    await begin(writer)
    const before = await world.look()
    const course = follow(one)
    await writer.write(one.database, ids[0])
    one.gate(async () => undefined)
    return { ...course, hasChanged: world.differing(before, await world.look()).length > 0 }
  }

  /** Lets the stopped one go on only when the free one is done, or waits for it. */
  async function together(stopped: Writer, step: number, free: Writer, isInOrder: boolean) {
    // In the order in which they are prepared to find out how they end.
    await (isInOrder ? begin(stopped, free) : begin(free, stopped))
    const [stoppedId, freeId] = isInOrder ? ids : ids.toReversed()
    const stop = stopAfter(one, step)
    const stoppedDone = stopped.write(one.database, stoppedId ?? '')
    await Promise.race([stop.reached, stoppedDone])
    const course = follow(other)
    const freeDone = free.write(other.database, freeId ?? '')
    const hasWaited = await untilDoneOrWaiting(freeDone, connection.pool)
    const wait = hasWaited ? waitIn(course) : 'NONE'
    stop.goOn()
    const outcomes = await Promise.allSettled([stoppedDone, freeDone])
    const failures = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' && !isAccountGone(outcome.reason) ? [String(outcome.reason)] : [],
    )
    return { wait, failures }
  }

  /** What is in the tables after the two writers in this order, and in the other one: found at the first question. */
  function endsInTurn(writer: Writer, second: Writer): readonly (() => Promise<Look>)[] {
    if (writer.isPartial === true || second.isPartial === true) return []
    const writes = [() => writer.write(one.database, ids[0]), () => second.write(other.database, ids[1])]
    return [writes, writes.toReversed()].map((inThisOrder) => {
      let end: Look | undefined
      return async () => {
        if (end !== undefined) return end
        await begin(writer, second)
        for (const write of inThisOrder) await write().catch(unlessAccountGone)
        return (end = await world.look())
      }
    })
  }

  /** The tables that are now different from what they are after the two writers in either order. */
  async function lost(ends: readonly (() => Promise<Look>)[]): Promise<string[]> {
    const found = await world.look()
    let differs: string[] = []
    for (const end of ends) {
      differs = world.differing(found, await end())
      if (differs.length === 0) return []
    }
    return differs
  }
}

/** A writer that adds something to a deleted account does nothing, and says so. */
function unlessAccountGone(error: unknown): void {
  if (!isAccountGone(error)) throw error
}

const ids = ['new-1', 'new-2'] as const
const waiting = 'another writer'
const holding = /\b(insert|update|delete|advisory|expire_)/i
/** Or holds them with others. A statement that only names such a word is followed all the same: that leaves out nothing. */
const sharing = /\b(insert|update|delete|advisory|expire_|share)/i
const skipping = /\bskip locked\b/i

/** What a writer has done. */
interface Followed {
  /** How many of its statements hold rows. */
  holding: number
  /** Those that share them, too. */
  sharing: number
  /** How many of its transactions that hold rows have ended, also such as are one statement. */
  transactions: number
  /** It passes over rows that another one holds. */
  skips: boolean
  /** Before its end it holds what its last statement took. */
  isHeldAtEnd: boolean
}

/** What it does as long as nobody is in its way. */
type Course = Followed & { hasChanged: boolean }

/** How far a writer was when it had to wait for another one. */
type Wait = 'NONE' | 'WITH_NOTHING' | 'HOLDING' | 'IN_PARTS'

/** After at most this many statements, a writer holds all that it needs. */
const mostSteps = 5

const firstSteps = (count: number) => Array.from({ length: Math.min(count, mostSteps) }, (_, index) => index + 1)

/** Counts from now on. */
function follow({ gate }: GatedDatabase): Followed {
  const followed: Followed = { holding: 0, sharing: 0, transactions: 0, skips: false, isHeldAtEnd: false }
  let isHolding = false
  gate(async (statement, isAlone) => {
    if (statement === null) {
      if (isHolding) followed.transactions += 1
      isHolding = false
      return
    }
    if (skipping.test(statement)) followed.skips = true
    if (holding.test(statement)) followed.holding += 1
    if (!sharing.test(statement)) return
    followed.sharing += 1
    followed.isHeldAtEnd = !isAlone
    if (isAlone) followed.transactions += 1
    else isHolding = true
  })
  return followed
}

/** Of what a writer has done, the statement that waits is the last. */
function waitIn({ sharing: held, transactions, skips }: Followed): Wait {
  if (held === 1) return 'WITH_NOTHING'
  return transactions > 0 || skips ? 'IN_PARTS' : 'HOLDING'
}

/**
 * Whether a writer that waits for a stopped one would wait at the same place, and would have read and hold the same, if that were
 * stopped later. It is so if the stopped one has a single transaction. If the other one holds something, that did not hinder the stopped
 * one when it went on, or the two would have waited for each other. So it does not in the other order either: whether two locks
 * conflict does not depend on which was first. Unless one of the two passes over what the other one holds, or has let go of it already.
 */
function isSameLater(wait: Wait, stopped: Course): boolean {
  return stopped.transactions <= 1 && (wait === 'WITH_NOTHING' || (wait === 'HOLDING' && !stopped.skips))
}

/** Stops after this many statements that hold rows, until it may go on. */
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

/** Asked thousands of times: planned once, and without the names of databases and users, which the view looks up. */
const waitingSessions = {
  name: 'waiting sessions',
  text: `select from pg_stat_get_activity(null) where application_name = $1 and wait_event_type = 'Lock'`,
  values: [waiting],
}
/** Many are done by then. */
const pauseMs = 2

async function untilDoneOrWaiting(work: Promise<unknown>, pool: Pool): Promise<boolean> {
  let isDone = false
  const done = () => (isDone = true)
  const ended = work.then(done, done)
  for (;;) {
    // Timed: asked again until it is done or waits, which leaves the processor to it.
    await Promise.race([ended, sleep(pauseMs)])
    if (isDone) return false
    const { rows } = await pool.query(waitingSessions)
    if (isDone) return false
    if (rows.length > 0) return true
  }
}
