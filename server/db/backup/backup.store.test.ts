import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { connect, type Connection, type Database } from '#server/db/connection/database.ts'
import { type Embedded, openEmbedded } from '#server/db/embedded/embedded.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { migrate, migrations, runMigrations } from '#server/db/schema/migrate.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { missingInSchema } from '#server/db/schema/schema.ts'
import { emptyTables } from '#server/db/testing/databases.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { putMarkedPerson } from '#server/features/account-deletion/testing/marked-person.ts'
import { backUp, restore } from './backup-file.ts'
import { framed } from './backup-frames.ts'
import { BackupProblem, problemOfFile } from './backup-problem.ts'
import { readDatabase } from './read-database.ts'
import { writeDatabase } from './write-database.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'

const now = new Date('2026-11-21T08:00:00Z')
const passphrase = 'acht Kühe wandern langsam'
/** Eighty migrations, twice, on the embedded database of a busy machine. */
const patienceMs = 120_000

const postgres = runPostgres()
let folder: string
let embedded: Embedded
let server: Connection | null = null
const databases: { embedded?: Connection; postgres?: Connection } = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wegwarte-backup-'))
  const dataDir = join(folder, 'data')
  await fillWithMigratedDatabase(dataDir)
  embedded = await openEmbedded(dataDir, 'server')
  databases.embedded = connect({ socketFolder: embedded.socketFolder })
  if ('missing' in postgres) return
  server = connect(postgres)
  databases.postgres = await created('backup_target')
  await migrate(databases.postgres.database)
}, patienceMs)
afterAll(async () => {
  await databases.embedded?.close()
  await embedded.close()
  await databases.postgres?.close()
  if (server !== null) await sql`drop database if exists backup_target with (force)`.execute(server.database)
  if (server !== null) await sql`drop database if exists backup_older with (force)`.execute(server.database)
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function created(name: string): Promise<Connection> {
  if (server === null || 'missing' in postgres) throw new Error('there is no PostgreSQL')
  await sql`create database ${sql.id(name)}`.execute(server.database)
  return connect({ url: postgres.url.replace('/postgres?', `/${name}?`) })
}

function databaseOf(name: keyof typeof databases): Database {
  const connection = databases[name]
  if (connection === undefined) throw new Error(`there is no ${name}`)
  return connection.database
}

const page = z.object({ table: z.string(), rows: z.array(z.array(z.nullable(z.string()))) })

/** Every row of every table. */
async function contentOf(database: Database): Promise<string[]> {
  const lines = await readDatabase(database, now, all)
  return lines
    .slice(1, -1)
    .flatMap((line) => {
      const { table, rows } = page.parse(JSON.parse(line))
      return rows.map((row) => `${table} ${JSON.stringify(row)}`)
    })
    .toSorted()
}

async function linesOf(database: Database): Promise<string[]> {
  return readDatabase(database, now, all)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = []
  for await (const item of items) taken.push(item)
  return taken
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

let files = 0
const newFile = () => join(folder, `backup-${(files += 1)}`)

const kinds = 'missing' in postgres ? (['embedded'] as const) : (['embedded', 'postgres'] as const)
if ('missing' in postgres) test.skip(`backups on PostgreSQL (skipped: ${postgres.missing})`)

describe.each(kinds)('a backup of the database %s', { timeout: patienceMs }, (from) => {
  beforeEach(async () => {
    await emptyTables(databaseOf(from))
    await putMarkedPerson(databaseOf(from), now)
  })

  test.each(kinds)('brings back everything on %s, in the same schema, which goes on working', async (to) => {
    const [source, target] = [databaseOf(from), databaseOf(to)]
    const before = await contentOf(source)
    expect(before.length).toBeGreaterThan(40)
    expect(before.some((row) => row.startsWith('positions '))).toBe(true)
    const file = { path: newFile(), passphrase: from === to ? null : passphrase }
    await backUp(source, file, now)
    await emptyTables(target)
    await inTransaction(target, {}, (transaction) =>
      prepareDays(transaction, [new Date('2026-12-24T12:00:00Z')], new Set()),
    )
    const { counts, notThereBefore } = await restore(target, file)
    expect(notThereBefore, 'nobody knows what a database without accounts had').toBe(null)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(before.length)
    expect(await contentOf(target)).toEqual(before)
    expect(await missingInSchema(target)).toEqual([])
    const { rows } = await sql`select tgname from pg_trigger where tgenabled <> 'O' and not tgisinternal`.execute(
      target,
    )
    expect(rows).toEqual([])
    const kept = await sql`select to_regclass('positions_20261224') is not null as there`.execute(target)
    expect(kept.rows, 'a process that runs still knows this day').toEqual([{ there: true }])
    // What is counted goes on counting, and references are watched.
    await sql`insert into attempts (kind, subject, at) values ('after', 'a restore', ${now})`.execute(target)
    await expect(
      sql`insert into sessions (id, user_id, token_hash, client, created_at, last_used_at, expires_at)
        values ('s', 'nobody', '\\x00', '', now(), now(), now())`.execute(target),
    ).rejects.toThrow('foreign key')
  })

  test('that a newer version has migrated is made and read back, and refused here', async () => {
    const database = databaseOf(from)
    const file = { path: newFile(), passphrase }
    await sql`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '')`.execute(database)
    try {
      expect(await backUp(database, file, now)).toBeGreaterThan(0)
      await expect(restore(database, file)).rejects.toThrow(problemOfFile.newerFormat)
    } finally {
      await sql`delete from kysely_migration where name = '9999_of_tomorrow'`.execute(database)
    }
  })

  test('that is no whole backup of this version changes nothing, and one sentence says what to do', async () => {
    const database = databaseOf(from)
    const [open, sealed] = [newFile(), newFile()]
    await backUp(database, { path: open, passphrase: null }, now)
    await backUp(database, { path: sealed, passphrase }, now)
    const before = await contentOf(database)
    const refused = async (content: Buffer, given: string | null) => {
      const path = newFile()
      writeFileSync(path, content)
      const problem: unknown = await restore(database, { path, passphrase: given }).catch((error: unknown) => error)
      return problem instanceof BackupProblem ? problem.message : problem
    }
    const [openBytes, sealedBytes] = [readFileSync(open), readFileSync(sealed)]
    const [first = '', ...rest] = await linesOf(database)
    const made = async (lines: string[]) => Buffer.concat(await all(framed(each([gzipSync(lines.join(''))]), null)))
    const ofTomorrow = first.replace('"migrations":[', '"migrations":["9999_of_tomorrow",')
    const withoutUsers = rest
      .filter((line) => !line.startsWith('{"table":"users"'))
      .map((line) => line.replace(/("end":.*"users":)\d+/, '$10'))

    expect(await refused(Buffer.from('no backup at all, but a text of some length'), null)).toBe(problemOfFile.foreign)
    expect(await refused(Buffer.alloc(0), null)).toBe(problemOfFile.foreign)
    for (const bytes of [30, openBytes.length / 2, openBytes.length - 1]) {
      expect(await refused(openBytes.subarray(0, bytes), null)).toBe(problemOfFile.cut)
      expect(await refused(sealedBytes.subarray(0, bytes), passphrase)).toBe(problemOfFile.cut)
    }
    expect(await refused(Buffer.concat([openBytes, Buffer.from('x')]), null)).toBe(problemOfFile.damaged)
    expect(await refused(sealedBytes, null)).toBe(problemOfFile.needsPassphrase)
    expect(await refused(sealedBytes, 'eine ganz andere Passphrase')).toBe(problemOfFile.wrongPassphrase)
    const flipped = Buffer.from(openBytes)
    const middle = Math.floor(flipped.length / 2)
    flipped.fill('changed', middle, middle + 7)
    expect(await refused(flipped, null)).toBe(problemOfFile.damaged)
    expect(await refused(await made([ofTomorrow, ...rest]), null)).toBe(problemOfFile.newerFormat)
    expect(await refused(await made([first, ...rest.slice(0, -1)]), null)).toBe(problemOfFile.cut)
    expect(await refused(await made([first, ...rest.slice(1)]), null)).toBe(problemOfFile.damaged)
    // A few hundred kilobytes that unpack to one line of 200 MB.
    expect(await refused(await made([first, '{"table":"', 'a'.repeat(200_000_000)]), null)).toBe(problemOfFile.damaged)
    const wrongTimes = rest.map((line) => line.replaceAll('2026', 'zwanzig'))
    for (const lines of [withoutUsers, wrongTimes]) {
      expect(await refused(await made([first, ...lines]), null)).toBe(problemOfFile.damaged)
    }
    expect(await contentOf(database)).toEqual(before)
    expect(await missingInSchema(database)).toEqual([])
  })
})

if (kinds.length === 2) {
  test('a backup has one moment, whatever is written meanwhile', { timeout: patienceMs }, async () => {
    const database = databaseOf('postgres')
    await emptyTables(database)
    await putMarkedPerson(database, now)
    const before = await contentOf(database)
    const lines = await readDatabase(database, now, async (read) => {
      const taken: string[] = []
      for await (const line of read) {
        if (taken.length === 1) await sql`delete from licences`.execute(database)
        taken.push(line)
      }
      return taken
    })
    expect(await contentOf(database)).not.toEqual(before)
    await writeDatabase(database, () => each(lines))
    expect(await contentOf(database)).toEqual(before)
  })

  test(
    'a restore beside a transaction that wants one table after the other lets it end',
    { timeout: patienceMs },
    async () => {
      const database = databaseOf('postgres')
      await emptyTables(database)
      await putMarkedPerson(database, now)
      const before = await contentOf(database)
      const file = { path: newFile(), passphrase: null }
      await backUp(database, file, now)
      const { begun: restoring } = await inTransaction(database, {}, async (transaction) => {
        await sql`lock table users in row exclusive mode`.execute(transaction)
        const begun = restore(database, file)
        begun.catch(() => undefined)
        await expect
          .poll(
            async () =>
              (await sql`select from pg_locks where relation = 'users'::regclass and not granted`.execute(database))
                .rows,
            {
              timeout: patienceMs,
            },
          )
          .toHaveLength(1)
        // The restore has it by now, and waits for the other.
        await sql`select from devices`.execute(transaction)
        return { begun }
      })
      await restoring
      expect(await contentOf(database)).toEqual(before)
    },
  )

  test('a backup of an earlier version is brought to this one', { timeout: patienceMs }, async () => {
    const older = await created('backup_older')
    const earlier = Object.entries(migrations)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, 20)
    await runMigrations(older.database, Object.fromEntries(earlier))
    await sql`
      insert into users (id, email, password_hash, created_at, demo)
      values ('early', 'early@example.org', '-', ${now}, false)`.execute(older.database)
    const lines = await linesOf(older.database)
    await older.close()
    for (const kind of kinds) {
      const database = databaseOf(kind)
      await writeDatabase(database, () => each(lines))
      expect(await missingInSchema(database)).toEqual([])
      expect(await database.selectFrom('users').select('email').execute()).toEqual([{ email: 'early@example.org' }])
      expect(await migrate(database)).toEqual([])
    }
  })
}
