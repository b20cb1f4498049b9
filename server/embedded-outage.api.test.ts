import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { putTracker } from '#server/features/tracking/testing/trackers.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { send } from '#server/testing/client.ts'
import { freePort } from '#server/testing/free-port.ts'
import { startTestProduct } from '#server/testing/test-product.ts'

const imei = '350000000000001'
const kills = 6
/** On a machine that does nothing else; where starting the whole product takes longer, it may take as long. */
const backWithinMs = 5_000
const connections = 4
const patienceMs = 300_000

test(
  `killed ${kills} times under load, the process of the embedded database is back within ${backWithinMs / 1000} s each time`,
  async () => {
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    const port = await freePort()
    const startedFrom = Date.now()
    const product = await startTestProduct({ GATEWAY_OSMAND_PORT: String(port) }, log)
    const slowMs = Date.now() - startedFrom
    const startedAt = Math.floor(Date.now() / 1000)
    await putTracker(product.operator, new Date(), { imei })

    const acknowledged: number[] = []
    const otherAnswers = new Set<number | string>()
    let sent = 0
    const load = { isOver: false }
    const drive = async () => {
      while (!load.isOver) {
        sent += 1
        const second = startedAt - 86_400 + sent
        const address = `http://127.0.0.1:${port}/?id=${imei}&lat=49.5&lon=8.25&timestamp=${second}`
        const status = await fetch(address).then(({ status }) => status, String)
        if (status === 200) acknowledged.push(second)
        else otherAnswers.add(status)
        // Timed: as fast as one tracker may report for as long as this lasts.
        await sleep(30)
      }
    }
    const driven = Promise.all(Array.from({ length: connections }, drive))
    const untilAcknowledged = async (count: number) => {
      const beforehand = acknowledged.length
      await vi.waitUntil(() => acknowledged.length >= beforehand + count, patienceMs)
    }

    const away: number[] = []
    const retryAfter = new Set<string | null>()
    for (let kill = 0; kill < kills; kill += 1) {
      await untilAcknowledged(50)
      const killedAt = Date.now()
      process.kill(databaseProcess(product.settings.DATA_DIR), 'SIGKILL')
      const isBack = async () => {
        const { status, headers } = await send(product.url, 'POST', '/api/auth/login', {
          body: { email: 'nobody@example.org', password: 'geheim' },
        })
        if (status === 503) retryAfter.add(headers.get('retry-after'))
        else if (status >= 500) otherAnswers.add(status)
        return status !== 503 && Date.now() - killedAt > 200
      }
      await vi.waitUntil(isBack, { timeout: patienceMs, interval: 20 })
      away.push(Date.now() - killedAt)
      // Timed: for so long it has to stay open to count as opened for good.
      await sleep(1_200)
    }
    load.isOver = true
    await driven

    const { rows } = await product.operator
      .selectFrom('positions')
      .select('recorded_at')
      .execute()
      .then((positions) => ({ rows: positions.map(({ recorded_at }) => recorded_at.getTime() / 1000) }))
    await product.close()

    expect(acknowledged.filter((second) => !rows.includes(second))).toEqual([])
    expect(new Set(rows).size).toBe(rows.length)
    expect([...otherAnswers]).toEqual([503])
    expect([...retryAfter].every((seconds) => Number(seconds) > 0)).toBe(true)
    expect(Math.max(...away)).toBeLessThan(Math.max(backWithinMs, 2 * slowMs))
    const told = lines.filter((line) => line.includes('the embedded database is lost'))
    expect(told).toHaveLength(kills)
    // One of the jobs beside each; nothing for every request, report or worker.
    expect(lines.length, lines.join('')).toBeLessThanOrEqual(3 * kills)
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
        PATH: process.env['PATH'],
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

function databaseProcess(folder: string): number {
  return Number(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')).pid)
}
