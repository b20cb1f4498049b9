import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type Queries } from './database.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { withTimeLimit } from './time-limit.ts'

const limitMs = 500

test('a connection of which only a limited part was used is closed with all its clients', async () => {
  const connection = connect({ url: 'postgres://127.0.0.1:1/none' })
  await expect(sql`select 1`.execute(withTimeLimit(connection, limitMs))).rejects.toThrow()
  await connection.close()
  expect(connection.pool.ended).toBe(true)
})

describeOnBothDatabases('a connection with a time limit', (database, connection) => {
  const limited = withTimeLimit(connection, limitMs)
  const note = (queries: Queries, subject: string) =>
    queries
      .insertInto('attempts')
      .values({ kind: 'noted', subject, at: new Date(0) })
      .execute()
  const noted = async () => {
    const rows = await database.selectFrom('attempts').select('subject').where('kind', '=', 'noted').execute()
    return rows.map(({ subject }) => subject).toSorted()
  }

  test('is closed when it is held longer: uncommitted changes are lost, the next caller gets another one', async () => {
    const slow = limited.transaction().execute(async (transaction) => {
      await note(transaction, 'slow')
      // Timed: longer than the limit that this is about.
      await sleep(2 * limitMs)
      await note(transaction, 'late')
    })
    await expect(slow).rejects.toThrow()
    await limited.transaction().execute((transaction) => note(transaction, 'next'))
    expect(await noted()).toEqual(['next'])
  })

  test('is closed while its caller waits for another one, which is not disturbed', async () => {
    const select = sql`select 1`
    // Two open connections: a third one would have to wait for the embedded database while it connects.
    await Promise.all([select.execute(database), select.execute(database)])
    const held = Promise.withResolvers<void>()
    const lock = (queries: Queries) => sql`select pg_advisory_xact_lock(4711)`.execute(queries)
    const locked = Promise.withResolvers<void>()
    const holder = database.transaction().execute(async (transaction) => {
      await lock(transaction)
      locked.resolve()
      await held.promise
      await note(transaction, 'holder')
    })
    await locked.promise
    const [waiting] = await Promise.allSettled([limited.transaction().execute(lock)])
    held.resolve()
    await holder
    expect(waiting).toMatchObject({ status: 'rejected' })
    await limited.transaction().execute(lock)
    expect(await noted()).toEqual(['holder'])
  })

  test('that was given back in time stays open for the next caller', async () => {
    await note(limited, 'quick')
    // The pool hands out the connection that came back last.
    await database.transaction().execute(async (transaction) => {
      await note(transaction, 'slow')
      // Timed: longer than the limit that this is about.
      await sleep(2 * limitMs)
      await note(transaction, 'later')
    })
    expect(await noted()).toEqual(['later', 'quick', 'slow'])
  })
})
