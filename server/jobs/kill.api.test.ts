import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { send } from '#server/testing/client.ts'
import { deaths } from '#server/testing/dying.ts'
import { startProductProcess } from '#server/testing/product-process.ts'
import { insertDevice, insertSession, insertUser } from '#server/testing/rows.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

/*
 * A real product is killed while it does what an e-mail or other work follows from: before the work is queued, before the
 * commit, and after it. What it did and the work are there together, or neither is.
 */

const password = 'kurvenreich-2026'
const newPassword = 'schnurgerade-2026'
/** A start of the product and an opening of its database; a busy machine takes ten seconds for one. */
const patienceMs = 90_000

interface Deed {
  name: string
  /** The work that follows; the process dies about the first one. */
  queues: readonly string[]
  /** Where no work follows: the kinds of its messages. */
  adds: readonly string[]
  call(url: string, person: string): Promise<unknown>
  isDone(database: Database, person: string): Promise<boolean>
}

const deeds: readonly Deed[] = [
  {
    name: 'somebody registers',
    queues: ['verification-mail'],
    adds: [],
    call: (url, person) =>
      send(url, 'POST', '/api/auth/register', { body: { email: `new-${person}@example.org`, password } }),
    isDone: async (database, person) => {
      const accounts = database.selectFrom('users').select('id').where('email', '=', `new-${person}@example.org`)
      return (await accounts.executeTakeFirst()) !== undefined
    },
  },
  {
    name: 'an emergency contact is invited',
    queues: ['emergency-invitation-mail', 'emergency-invited-mail'],
    adds: [],
    call: (url, person) =>
      send(url, 'POST', `/api/emergency-contacts/device-${person}`, {
        token: `session-${person}`,
        body: { email: 'kontakt@example.org' },
      }),
    isDone: async (database, person) => {
      const contacts = database.selectFrom('emergency_contacts').select('id')
      return (await contacts.where('device_id', '=', `device-${person}`).executeTakeFirst()) !== undefined
    },
  },
  {
    name: 'a device is removed',
    queues: ['position-removals'],
    adds: [],
    call: (url, person) => send(url, 'DELETE', `/api/devices/device-${person}`, { token: `session-${person}` }),
    isDone: async (database, person) => {
      const id = `device-${person}`
      const device = await database.selectFrom('devices').select('id').where('id', '=', id).executeTakeFirst()
      const left = database
        .selectFrom('position_removals')
        .select('id')
        .where(sql<boolean>`${id} = any(device_ids)`)
      const isLeft = (await left.executeTakeFirst()) !== undefined
      expect(isLeft, 'what is to be deleted stands there exactly when the device is gone').toBe(device === undefined)
      return device === undefined
    },
  },
  {
    name: 'a password is changed',
    queues: ['credential-change-mail'],
    adds: [],
    call: (url, person) =>
      send(url, 'POST', '/api/user/change-password', {
        token: `session-${person}`,
        body: { currentPassword: password, newPassword, confirmPassword: newPassword },
      }),
    isDone: async (database, person) => {
      const accounts = database.selectFrom('users').select('password_hash').where('id', '=', person)
      return (await accounts.executeTakeFirstOrThrow()).password_hash !== (await storedHash)
    },
  },
  {
    name: 'the deletion of an account is asked for',
    queues: [],
    adds: ['account-deletion'],
    call: (url, person) =>
      send(url, 'POST', '/api/account-deletion', { token: `session-${person}`, body: { acceptsTheftLoss: false } }),
    isDone: async (database, person) => {
      const asked = database.selectFrom('account_deletions').select('id').where('user_id', '=', person)
      return (await asked.executeTakeFirst()) !== undefined
    },
  },
]
const storedHash = hashPassword(password, { line: 'test', first: true })

describe('on the embedded database', () => {
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wegwarte-kill-'))
    await fillWithMigratedDatabase(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  describeDeaths(() => ({ DATA_DIR: folder }))
})

const postgres = runPostgres()
if ('missing' in postgres) test.skip(`killed while an e-mail is queued, on PostgreSQL (skipped: ${postgres.missing})`)
else {
  describe('on PostgreSQL', () => {
    let server: Connection
    beforeAll(async () => {
      server = connect(postgres)
      await sql`create database killed_while_queueing`.execute(server.database)
    })
    afterAll(async () => {
      await sql`drop database killed_while_queueing with (force)`.execute(server.database)
      await server.close()
    })
    describeDeaths(() => ({ DATABASE_URL: postgres.url.replace('/postgres?', '/killed_while_queueing?') }))
  })
}

function describeDeaths(place: () => Record<string, string>): void {
  /** When no product runs. */
  const inDatabase = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const { database, close } = await openDatabase(readSettings(place()), 'server')
    try {
      return await work(database)
    } finally {
      await close()
    }
  }
  const cases = deeds.flatMap((deed) => deaths.map((death) => ({ deed, name: deed.name, death })))

  beforeAll(
    () =>
      inDatabase(async (database) => {
        const now = clockFrom().now()
        for (const index of cases.keys()) {
          await insertUser(database, `person${index}`, now)
          await insertSession(database, `person${index}`, now)
          const device = {
            id: `device-person${index}`,
            userId: `person${index}`,
            imei: String(350_000_000_000_000 + index),
          }
          await insertDevice(database, device, now)
        }
        const finished = { email_verified_at: now, imei_verified_at: now, password_confirmed_at: now }
        await database
          .updateTable('users')
          .set({ ...finished, password_hash: await storedHash })
          .execute()
        await database.updateTable('sessions').set({ confirmed_at: now }).execute()
      }),
    patienceMs,
  )

  test.each(cases.map((each, index) => ({ ...each, person: `person${index}` })))(
    'killed while $name, $death: it is done and its work is queued, or neither',
    async ({ deed, death, person }) => {
      const settings = { ...place(), DIES: death, DIES_QUEUEING: deed.queues[0] ?? 'messages' }
      const product = await startProductProcess(settings, ['--import', './server/testing/dying.ts'])
      await expect(deed.call(product.url, person), 'it died before it answered').rejects.toThrow(TypeError)
      await product.kill()
      const found = await inDatabase(async (database) => {
        const { rows } = await sql<{ name: string }>`
          delete from pgboss.job where name = any(${[...deed.queues]}::text[]) returning name`.execute(database)
        const messages = await database.deleteFrom('messages').where('user_id', '=', person).returning('kind').execute()
        return {
          isDone: await deed.isDone(database, person),
          queued: rows.map(({ name }) => name).toSorted(),
          added: messages.map(({ kind }) => kind),
        }
      })
      const isAfter = death === 'after the commit'
      expect(found).toEqual({ isDone: isAfter, queued: isAfter ? deed.queues : [], added: isAfter ? deed.adds : [] })
    },
    patienceMs,
  )
}
