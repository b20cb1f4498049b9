/*
 * How long the product is without its embedded database when that is killed under load: from the kill until a call that
 * needs it is answered again. For comparison, the least possible time: a bare PGlite opens the same folder.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'

const kills = 6
const callers = 4
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
const bare = fileURLToPath(new URL('./start/bare.ts', import.meta.url))

/** Milliseconds until a bare PGlite of the folder is open. */
async function openBare(): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, [bare, join(folder, 'database')], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  const took = performance.now() - begun
  child.kill('SIGINT')
  await once(child, 'exit')
  return took
}

/** Milliseconds of each outage. */
async function outages(): Promise<number[]> {
  const product = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      FEEDS: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
      DEMO: '0',
      ...anyGatewayPorts,
    },
  })
  const [greeting]: unknown[] = await once(product.stdout, 'data')
  const url = /http:\/\/\S+/.exec(String(greeting))?.[0] ?? ''
  // The call makes the server look up a session that does not exist.
  const call = () => fetch(`${url}/api/users/profile`, { headers: { authorization: 'Bearer nobody' } })
  const untilAnswered = async (status: number) => {
    while ((await call()).status !== status) await sleep(50)
  }
  const run = { isOver: false }
  const load = Promise.all(
    Array.from({ length: callers }, async () => {
      while (!run.isOver) {
        await call()
        await sleep(500)
      }
    }),
  )
  const tookMs: number[] = []
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(2_000)
    const killedAt = performance.now()
    process.kill(Number(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')).pid), 'SIGKILL')
    await untilAnswered(503)
    await untilAnswered(401)
    tookMs.push(performance.now() - killedAt)
  }
  run.isOver = true
  await load
  product.kill('SIGINT')
  await once(product, 'exit')
  return tookMs
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
const seconds = (ms: number) => (ms / 1000).toFixed(1)
try {
  const away = await outages()
  const least: number[] = []
  for (let round = 0; round < 3; round += 1) least.push(await openBare())
  console.log(
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; seconds without the database, of ${kills} kills`,
  )
  console.log(`median ${seconds(median(away))}, longest ${seconds(Math.max(...away))}; goal: 5`)
  console.log(
    `a bare PGlite opens in ${seconds(median(least))}: ${(median(away) / median(least)).toFixed(2)} times that`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
