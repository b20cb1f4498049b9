import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import type { Database } from '#server/db/connection/database.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startTestProduct } from '#server/testing/test-product.ts'
import { inherited } from '#server/testing/product-process.ts'

const imei = '350000000000001'
const connections = 4
/** Long enough for a busy machine; `npm run bench -- outage` measures the time on an idle one. */
const patienceMs = 300_000

const kills = 6

test(
  `killed ${kills} times under load, as by the kernel when memory runs out, the embedded database is back each time`,
  async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const port = await freePort()
    const product = await startTestProduct({ GATEWAY_OSMAND_PORT: String(port) }, log)
    await putTracker(product.operator, new Date(), { imei })
    const load = reportTo(port)
    const caller = callerOf(product.url)

    for (let kill = 0; kill < kills; kill += 1) {
      await load.untilAcknowledged(50)
      process.kill(databaseProcess(product.settings.DATA_DIR), 'SIGKILL')
      await vi.waitUntil(caller.isRefused, { timeout: patienceMs, interval: 20 })
      await vi.waitUntil(async () => !(await caller.isRefused()), { timeout: patienceMs, interval: 20 })
      // Timed: it has to stay open for so long before it counts as reopened.
      await sleep(1_200)
    }
    const { acknowledged, otherAnswers } = await load.end()
    const { lost, twice } = await compare(product.operator, acknowledged)
    await product.close()

    expect({ lost, twice }).toEqual({ lost: [], twice: 0 })
    expect([...otherAnswers]).toEqual([503])
    expect(caller.wrong).toEqual([])
    const actual = lines.filter((line) => line.includes('the embedded database is lost'))
    expect(actual).toHaveLength(kills)
    // One line for each kind of failure that jobs, reports and requests meet, not one for each job, report or request.
    expect(lines.length, lines.join('')).toBeLessThanOrEqual(kills + 15)
  },
  patienceMs,
)

test(
  'an embedded database that does not open any more ends the product with one line and exit code 70',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wegwarte-outage-'))
    await fillWithMigratedDatabase(folder)
    const product = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        PORT: '0',
        DATA_DIR: folder,
        FEEDS: 'off',
        LOG_LEVEL: 'silent',
        ...anyGatewayPorts,
      },
    })
    let said = ''
    product.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
    await once(product.stdout, 'data')
    const ended = once(product, 'exit')
    const child = databaseProcess(folder)
    rmSync(join(folder, 'database'), { recursive: true })
    writeFileSync(join(folder, 'database'), '')
    process.kill(child, 'SIGKILL')
    const [code]: unknown[] = await ended
    rmSync(folder, { recursive: true, force: true })
    expect(code).toBe(70)
    expect(said.trim()).toMatch(/^Wegwarte endet: Die eingebettete Datenbank lässt sich nicht wieder öffnen: .+$/)
  },
  patienceMs,
)

/** One tracker that reports on several connections; each fix has a second of its own. */
function reportTo(port: number) {
  const startedAt = Math.floor(Date.now() / 1000)
  const acknowledged: number[] = []
  const otherAnswers = new Set<number | string>()
  let sent = 0
  const run = { isOver: false }
  const drive = async () => {
    while (!run.isOver) {
      sent += 1
      const second = startedAt - 86_400 + sent
      const address = `http://127.0.0.1:${port}/?id=${imei}&lat=49.5&lon=8.25&timestamp=${second}`
      const status = await fetch(address).then(({ status }) => status, String)
      if (status === 200) acknowledged.push(second)
      else otherAnswers.add(status)
      // Timed: the fastest rate at which one tracker may report for so long.
      await sleep(30)
    }
  }
  const driven = Promise.all(Array.from({ length: connections }, drive))
  return {
    acknowledged,
    async untilAcknowledged(more: number) {
      const beforehand = acknowledged.length
      await vi.waitUntil(() => acknowledged.length >= beforehand + more, patienceMs)
    },
    async end() {
      run.isOver = true
      await driven
      return { acknowledged, otherAnswers }
    },
  }
}

/** A caller of endpoints that need the database. It collects what was wrong with the answers. */
function callerOf(url: string) {
  const wrong: string[] = []
  return {
    wrong,
    async isRefused() {
      const { status, headers } = await send(url, 'POST', '/api/auth/login', {
        body: { email: 'nobody@example.org', password: 'geheim' },
      })
      const retryAfter = Number(headers.get('retry-after'))
      if (status === 503 ? retryAfter <= 0 : status >= 500) wrong.push(`${status}, Retry-After ${retryAfter}`)
      return status === 503
    },
  }
}

/** The acknowledged seconds that are not stored, and how many are stored more than once. */
async function compare(database: Database, acknowledged: readonly number[]) {
  const positions = await database.selectFrom('positions').select('recorded_at').execute()
  const seconds = positions.map(({ recorded_at }) => recorded_at.getTime() / 1000)
  const stored = new Set(seconds)
  return { lost: acknowledged.filter((second) => !stored.has(second)), twice: seconds.length - stored.size }
}

function databaseProcess(folder: string): number {
  return Number(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')).pid)
}
