/*
 * A backup of 200,000 accounts and a million positions on PostgreSQL: how long it takes to write and to restore, and the most
 * memory that each command has. It fails above the goal of 400 MB. `--tenth` makes a tenth of them: memory has to be about the same.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { clockFrom } from '#server/platform/clock.ts'
import { connect } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { prepareDays } from '#server/db/positions/position-days.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { table } from './pois/figures.ts'

const share = process.argv.includes('--tenth') ? 10 : 1
const accounts = 200_000 / share
const positions = 1_000_000 / share
/** As `operating/wegwarte`. */
const frugal = ['--max-semi-space-size=16', '--heap-growing-percent=100']
const lookMs = 50
const goalMegabytes = 400

const postgres = await startPostgres()
if ('missing' in postgres) console.log(`PostgreSQL: not measured (${postgres.missing})`)
else {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
  const file = join(folder, 'of-the-bench.backup')
  const { database, close } = connect({ url: postgres.url })
  await migrate(database)
  const now = clockFrom().now()
  await database.transaction().execute((transaction) => prepareDays(transaction, [now], new Set()))
  await sql`
    insert into users (id, email, password_hash, created_at, demo)
    select 'user-' || n, 'user-' || n || '@example.org', repeat('x', 97), ${now}, false
    from generate_series(1, ${accounts}::int) n`.execute(database)
  await sql`
    insert into positions (device_id, recorded_at, received_at, latitude, longitude, speed, course)
    select 'device-' || n % 1000, ${now}::timestamptz - n * interval '1 microsecond', ${now}, 48 + n * 1e-6, 11, 20, 90
    from generate_series(1, ${positions}::int) n`.execute(database)
  await close()

  const backup = await measured(postgres.url, ['db', 'backup', file])
  const restore = await measured(postgres.url, ['db', 'restore', file, '--replace'])
  console.log(
    `${accounts} accounts, ${positions} positions, ${Math.round(statSync(file).size / 1e6)} MB of backup; load ${loadavg()[0]}`,
  )
  console.log(
    table(
      ['command', 'seconds', 'most memory, MB'],
      [
        ['db backup', ...backup],
        ['db restore', ...restore],
      ],
    ),
  )
  if (Math.max(backup[1], restore[1]) > goalMegabytes) process.exitCode = 1
  rmSync(folder, { recursive: true })
  await postgres.stop()
}

/** Seconds, and the most memory that the command itself had, which the kernel counts until it ends. */
async function measured(url: string, words: readonly string[]): Promise<[string, number]> {
  const began = performance.now()
  const child = spawn(process.execPath, [...frugal, '--', 'server/commands/main.ts', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env['PATH'], DATABASE_URL: url },
  })
  let most = 0
  const look = setInterval(() => (most = Math.max(most, mostMemoryOf(child.pid))), lookMs)
  const [code] = await once(child, 'exit').finally(() => clearInterval(look))
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return [((performance.now() - began) / 1000).toFixed(1), Math.round(most / 1e3)]
}

/** Kilobytes; 0 once the process has ended. */
function mostMemoryOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
