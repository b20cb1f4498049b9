import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { runEmbeddedSocketFolder } from '#server/db/testing/run-databases.ts'

describe('the embedded database', () => {
  let connection: Connection
  beforeAll(() => {
    connection = connect({ socketFolder: runEmbeddedSocketFolder() })
  })
  afterAll(() => connection.close())

  const echo = async (value: number) =>
    (await sql<{ value: number }>`select ${value}::int as value`.execute(connection.database)).rows[0]?.value
  const fail = (how: number) =>
    [
      sql`selec ${how}::int`,
      sql`select ${how}::int from nowhere`,
      sql`select ${'x'}::text::int`,
      sql`select ${'x'}::int`,
      sql`select ${how}::int / 0`,
    ][how % 5]?.execute(connection.database)

  test.each([0, 1, 2, 3, 4])('answers the query that follows a wrong one of kind %i', async (how) => {
    for (let round = 0; round < 10; round += 1) {
      await expect(fail(how)).rejects.toThrow(/error|exist|invalid|division/)
      expect(await echo(round)).toBe(round)
    }
  })

  test('keeps answering clients while others make mistakes, even after more errors than PGlite can take', async () => {
    let next = 0
    const answered: boolean[] = []
    const client = async () => {
      for (let number = next++; number < 1_000; number = next++) {
        if (number % 2 === 0) await expect(fail(number / 2)).rejects.toThrow(/error|exist|invalid|division/)
        else answered.push((await echo(number)) === number)
      }
    }
    await Promise.all(Array.from({ length: 16 }, client))
    expect(answered).toEqual(Array.from({ length: 500 }, () => true))
  })

  test('rolls back the transaction of a client that leaves, and the next one goes on', async () => {
    const client = new pg.Client({ host: runEmbeddedSocketFolder(), user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin')
    await client.query("insert into attempts (kind, subject, at) values ('left', 'open', now())")
    const waiting = echo(5)
    client.connection.stream.destroy()
    expect(await waiting).toBe(5)
    const { rows } = await sql`select 1 from attempts where kind = 'left'`.execute(connection.database)
    expect(rows).toEqual([])
  })

  test('ends the connection of a client that speaks another protocol', async () => {
    const socket = connectSocket(join(runEmbeddedSocketFolder(), '.s.PGSQL.5432'))
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'close')
    expect(await echo(6)).toBe(6)
  })

  test('passes on an answer that is longer than one piece', async () => {
    const { rows } = await sql<{ text: string }>`
      select repeat(md5(n::text), 1000) as text from generate_series(1, ${200}) as n`.execute(connection.database)
    expect(rows.map(({ text }) => text.length)).toEqual(Array.from({ length: 200 }, () => 32_000))
  })
})
