/*
 * How long a second start takes, with the demo and without it, beside the least it could be: the same embedded database
 * opened and a bare Fastify listening. Alternating, so that whatever else the machine does meets all alike.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'

const rounds = 5
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
const ways = {
  bare: [fileURLToPath(new URL('./start/bare.ts', import.meta.url)), join(folder, '0', 'database')],
  'without demo': ['server/main.ts'],
  'with demo': ['server/main.ts'],
} as const
type Way = keyof typeof ways

/** Milliseconds until it says that it listens. */
async function start(way: Way): Promise<number> {
  const demo = way === 'with demo' ? '1' : '0'
  const begun = performance.now()
  const child = spawn(process.execPath, [...ways[way]], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      FEEDS: '0',
      LOG_LEVEL: 'error',
      DATA_DIR: join(folder, demo),
      DEMO: demo,
      ...anyGatewayPorts,
    },
  })
  await once(child.stdout, 'data')
  const took = performance.now() - begun
  child.kill('SIGINT')
  await once(child, 'exit')
  return took
}

const tookMs: Record<Way, number[]> = { bare: [], 'without demo': [], 'with demo': [] }
try {
  // The first start makes the databases, and compiles.
  for (const way of ['without demo', 'with demo', 'bare'] as const) await start(way)
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['bare', 'without demo', 'with demo'] as const) tookMs[way].push(await start(way))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; median and best of ${rounds} starts, in seconds`)
for (const way of ['bare', 'without demo', 'with demo'] as const) {
  const ratio = median(tookMs[way]) / median(tookMs.bare)
  const seconds = [median(tookMs[way]), Math.min(...tookMs[way])].map((ms) => (ms / 1000).toFixed(1)).join(', best ')
  console.log(`${way.padEnd(14)} ${seconds}${way === 'bare' ? '' : `, ${ratio.toFixed(2)} times the bare one`}`)
}
