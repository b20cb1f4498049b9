import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfigProblem } from '#server/config.ts'
import { connect } from '#server/db/connection/database.ts'
import { openEmbedded } from './embedded.ts'
import { describeOnBothDatabases } from '#server/db/testing/databases.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { runEmbeddedSocketFolder } from '#server/db/testing/run-databases.ts'

describe('a data folder', () => {
  let folder = ''
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wegwarte-data-'))
    await fillWithMigratedDatabase(folder)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('only this user can enter the folder of the socket', () => {
    expect(statSync(runEmbeddedSocketFolder()).mode & 0o777).toBe(0o700)
  })

  test('a second product on the same folder is refused, a command joins, and closing frees the folder', async () => {
    const first = await openEmbedded(folder, 'server')
    await expect(openEmbedded(folder, 'server')).rejects.toThrow(ConfigProblem)
    expect(await openEmbedded(folder, 'command')).toMatchObject({ socketFolder: first.socketFolder, own: false })
    await first.close()
    expect(existsSync(join(folder, 'lock.json'))).toBe(false)
  })

  test(
    'when its owner is killed, the process of the database ends, and the next open finds what was committed',
    { timeout: 60_000 },
    async () => {
      const program = join(folder, 'writer.mjs')
      writeFileSync(program, writerIn(folder))
      const owner = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
      await once(owner.stdout, 'data')
      const database = await pidInLock(folder)
      expect(isAlive(database)).toBe(true)

      owner.kill('SIGKILL')
      await vi.waitFor(() => expect(isAlive(database)).toBe(false), 10_000)

      const { socketFolder, close } = await openEmbedded(folder, 'server')
      const again = connect({ socketFolder })
      const { rows } = await sql`select subject from attempts`.execute(again.database)
      await again.close()
      await close()
      expect(rows).toEqual([{ subject: 'committed' }])
    },
  )
})

describeOnBothDatabases('transactions', (database) => {
  test('200 at once are isolated: half are rolled back, and exactly the other half stays', async () => {
    const numbers = Array.from({ length: 200 }, (_, number) => number)
    await Promise.allSettled(
      numbers.map((number) =>
        database.transaction().execute(async (transaction) => {
          for (const part of ['a', 'b']) {
            await transaction
              .insertInto('attempts')
              .values({ kind: part, subject: String(number), at: new Date(0) })
              .execute()
          }
          if (number % 2 === 1) throw new Error('roll back')
        }),
      ),
    )
    const rows = await database.selectFrom('attempts').select(['kind', 'subject']).execute()
    const kept = rows.map(({ kind, subject }) => `${subject}${kind}`).toSorted()
    const even = numbers.filter((number) => number % 2 === 0)
    expect(kept).toEqual(even.flatMap((number) => [`${number}a`, `${number}b`]).toSorted())
  })
})

/** A program that opens the folder, commits a row, says so, and goes on until it is killed. */
function writerIn(folder: string): string {
  const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)
  return `
    const { openEmbedded } = await import(${moduleAt('./embedded.ts')})
    const { connect } = await import(${moduleAt('../connection/database.ts')})
    const { socketFolder } = await openEmbedded(${JSON.stringify(folder)}, 'server')
    const { database } = connect({ socketFolder })
    await database.insertInto('attempts').values({ kind: 'x', subject: 'committed', at: new Date(0) }).execute()
    console.log('committed')
    setInterval(() => undefined, 1000)`
}

async function pidInLock(folder: string): Promise<number> {
  return Number(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')).pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
