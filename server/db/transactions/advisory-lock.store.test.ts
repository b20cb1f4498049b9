import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { type Closable, openUnderLock } from './advisory-lock.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

const postgres = runPostgres()
const name = 'a turn of this test'
const patienceMs = 30_000
const eventually = (check: () => void) => vi.waitFor(check, patienceMs)

const opened: (Closable | Connection)[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})

/** What each of two processes has open, in its order. */
function twoProcesses(url: string) {
  const told: string[] = []
  const start = (who: string) => {
    const connection = connect({ url })
    const turn = openUnderLock(connection, name, () => {
      told.push(`${who} opens`)
      return { close: async () => void told.push(`${who} closes`) }
    })
    opened.push(connection, turn)
    return turn
  }
  return { told, start }
}

if ('missing' in postgres) test.skip(`a turn of several processes (skipped: ${postgres.missing})`)
else {
  test(
    'what only one process may have open is open in one, and in the next when that has closed it',
    async () => {
      const { told, start } = twoProcesses(postgres.url)
      const first = start('first')
      await eventually(() => expect(told).toEqual(['first opens']))
      start('second')
      await first.close()
      await eventually(() => expect(told).toEqual(['first opens', 'first closes', 'second opens']))
    },
    patienceMs,
  )

  test(
    'a process that the database has lost closes it, and opens it when it is its turn again',
    async () => {
      const { told, start } = twoProcesses(postgres.url)
      start('first')
      await eventually(() => expect(told).toEqual(['first opens']))
      const operator = connect({ url: postgres.url })
      opened.push(operator)
      await sql`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and (classid::bigint << 32) | objid::bigint = hashtextextended(${name}, 1)`.execute(
        operator.database,
      )
      await eventually(() => expect(told).toEqual(['first opens', 'first closes', 'first opens']))
    },
    patienceMs,
  )
}

test('on the embedded database, which has one process, it is open at once and until it is closed', async () => {
  let isOpen = false
  const closable = { close: async () => void (isOpen = false) }
  const connection = connect({ socketFolder: '/nowhere' })
  opened.push(connection)
  const turn = openUnderLock(connection, name, () => {
    isOpen = true
    return closable
  })
  expect(isOpen).toBe(true)
  await turn.close()
  expect(isOpen).toBe(false)
})
