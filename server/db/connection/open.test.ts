import { once } from 'node:events'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'
import { openDatabase } from './open.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

const postgres = runPostgres()

test.skipIf('missing' in postgres)(
  'of several hosts, one that says nothing when it is first asked is asked again',
  async () => {
    const folder = 'missing' in postgres ? '' : (new URL(postgres.url).searchParams.get('host') ?? '')
    const sockets: Socket[] = []
    const host = createServer((client) => {
      sockets.push(client.on('error', () => undefined))
      if (sockets.length === 1) return
      client.pipe(connectTo(join(folder, '.s.PGSQL.5432'))).pipe(client)
    }).listen(0, '127.0.0.1')
    await once(host, 'listening')
    const address = host.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    // The other one refuses: nobody listens at this port.
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${port},127.0.0.1:1/postgres`
    const { database, close } = await openDatabase(readSettings({ DATABASE_URL }), 'command')
    const { rows } = await sql`select 1 as one`.execute(database)
    expect(rows).toEqual([{ one: 1 }])
    await close()
    for (const socket of sockets) socket.destroy()
    host.close()
  },
)
