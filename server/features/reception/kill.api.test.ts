import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { hourMs, daySeconds } from '#contract/base/time-units.ts'
import { clockFrom } from '#server/platform/clock.ts'
import { readSettings } from '#server/config.ts'
import { connect } from '#server/db/connection/database.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { putTracker } from './testing/trackers.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { hashOf } from '#server/platform/secrets.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { runPostgres } from '#server/db/testing/run-databases.ts'
import { inherited } from '#server/testing/product-process.ts'

/*
 * A position is acknowledged only after it is committed (design, section 5.1): a real product is killed under a load of
 * positions, with the process of its database, and started again.
 */

const imei = '350000000000001'
const token = 'the-owner-s-session'
const connections = 16
const acknowledgedBefore = 300
/** Four starts of a product; a busy machine takes ten seconds for one. */
const patienceMs = 90_000
const nothingWrong = { lost: [], twice: 0, refused: [], missing: [], twiceAgain: 0, exitCode: 0 }
const history = z.object({ data: z.object({ positions: z.array(z.object({ recordedAt: z.string() })) }) })

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'wegwarte-kill-'))))
afterAll(() => {
  for (const child of started) killGroup(child)
  rmSync(folder, { recursive: true, force: true })
})

const started: ChildProcess[] = []
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}

test(
  'killed under load, a product on the embedded database has every acknowledged position, and none twice',
  async () => {
    const dataDir = join(folder, 'data')
    await fillWithMigratedDatabase(dataDir)
    expect(await killUnderLoad({ DATA_DIR: dataDir })).toEqual(nothingWrong)
  },
  patienceMs,
)

const postgres = runPostgres()
if ('missing' in postgres) test.skip(`killed under load, on PostgreSQL (skipped: ${postgres.missing})`)
else {
  test(
    'killed under load, a product on PostgreSQL has every acknowledged position, and none twice',
    async () => {
      const { database, close } = connect(postgres)
      await sql`create database killed`.execute(database)
      const url = postgres.url.replace('/postgres?', '/killed?')
      expect(await killUnderLoad({ DATABASE_URL: url })).toEqual(nothingWrong)
      await sql`drop database killed with (force)`.execute(database)
      await close()
    },
    patienceMs,
  )
}

/** How often each kind of mistake was found; every position that was sent is stored once in the end. */
async function killUnderLoad(place: Record<string, string>) {
  const env = {
    ...place,
    PORT: '0',
    FEEDS: 'off',
    LOG_LEVEL: 'error',
    ...anyGatewayPorts,
    GATEWAY_OSMAND_PORT: String(await freePort()),
  }
  const first = await start(env)
  const deviceId = await putOwner(env)
  const report = (second: number) =>
    fetch(`http://127.0.0.1:${env.GATEWAY_OSMAND_PORT}/?id=${imei}&lat=49.5&lon=8.25&timestamp=${second}`)

  const load = startLoad(report)
  await vi.waitUntil(() => {
    if (load.refused() !== null) throw new Error(`a report was answered ${load.refused()}`)
    return load.acknowledged.length >= acknowledgedBefore
  }, patienceMs)
  const killed = once(first.process, 'exit')
  killGroup(first.process)
  await killed
  await load.ended

  const second = await start(env)
  const stored = await storedSeconds(second.url, deviceId, load)
  const lost = load.acknowledged.filter((at) => !stored.includes(at))
  // A tracker repeats what was not acknowledged, and perhaps what was.
  const refused: number[] = []
  for (let from = 0; from < load.sent.length; from += connections) {
    const answers = await Promise.all(load.sent.slice(from, from + connections).map(report))
    refused.push(...answers.flatMap(({ status }) => (status === 200 ? [] : [status])))
  }
  const again = await storedSeconds(second.url, deviceId, load)
  const missing = load.sent.filter((at) => !again.includes(at))
  const ended = once(second.process, 'exit')
  second.process.kill('SIGTERM')
  const [exitCode]: unknown[] = await ended
  return { lost, twice: timesTwice(stored), refused, missing, twiceAgain: timesTwice(again), exitCode }
}

function timesTwice(seconds: readonly number[]): number {
  return seconds.length - new Set(seconds).size
}

/** In a process group of its own, so that it can be killed with the process of its database. */
async function start(env: Record<string, string>): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  started.push(child)
  let said = ''
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  const url = await vi.waitUntil(() => {
    if (child.exitCode !== null) throw new Error('the product did not start')
    return /Wegwarte läuft: (\S+)/.exec(said)?.[1]
  }, patienceMs)
  return { process: child, url }
}

/** A tracker that is recorded, and a session of its owner. */
async function putOwner(env: Record<string, string>): Promise<string> {
  const connection = await openDatabase(readSettings(env), 'command')
  const now = clockFrom().now()
  const deviceId = await putTracker(connection.database, now, { imei })
  await connection.database.updateTable('users').set({ email_verified_at: now, imei_verified_at: now }).execute()
  const expiresAt = new Date(now.getTime() + hourMs)
  await connection.database
    .insertInto('sessions')
    .values({
      id: 's',
      user_id: 'owner',
      token_hash: hashOf(token),
      client: '',
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .execute()
  await connection.close()
  return deviceId
}

/** Reports one second after the other on several connections, until one is refused. */
function startLoad(report: (second: number) => Promise<Response>) {
  const firstSecond = Math.floor(clockFrom().now().getTime() / 1000) - daySeconds
  const sent: number[] = []
  const acknowledged: number[] = []
  let refused: string | null = null
  const drive = async () => {
    for (;;) {
      const second = firstSecond + sent.length
      sent.push(second)
      const status = await report(second).then(
        (answer) => answer.status,
        () => null,
      )
      if (status !== 200) return void (refused = String(status))
      acknowledged.push(second)
    }
  }
  return { sent, acknowledged, refused: () => refused, ended: Promise.all(Array.from({ length: connections }, drive)) }
}

async function storedSeconds(url: string, deviceId: string, { sent }: { sent: number[] }): Promise<number[]> {
  const at = (second: number) => new Date(second * 1000).toISOString()
  const range = new URLSearchParams({ start: at(Math.min(...sent)), end: at(Math.max(...sent)) }).toString()
  const answer = await send(url, 'GET', `/api/tracking/history/${deviceId}?${range}`, { token })
  return history.parse(answer.body).data.positions.map(({ recordedAt }) => Date.parse(recordedAt) / 1000)
}
