/*
 * How long a second start takes: with the demo, without it, and on PostgreSQL. For comparison, the least possible with the
 * embedded database: PGlite with PostGIS as they are published, opened on the same files, and a bare Fastify listening. The
 * starts alternate, so that whatever else the machine does affects all of them. The processor time is that of the product
 * and its database's process until it listens. On a loaded machine it is more reliable than seconds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { median, table } from './pois/figures.ts'

const rounds = 5
const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
const postgres = await startPostgres()

interface Way {
  name: string
  program: readonly string[]
  settings: Record<string, string>
}

const ways: readonly Way[] = [
  {
    name: 'bare',
    program: [fileURLToPath(new URL('./start/bare.ts', import.meta.url)), join(folder, '0', 'database')],
    settings: {},
  },
  { name: 'without demo', program: ['server/main.ts'], settings: { DEMO: '0', DATA_DIR: join(folder, '0') } },
  { name: 'with demo', program: ['server/main.ts'], settings: { DEMO: '1', DATA_DIR: join(folder, '1') } },
  ...('missing' in postgres
    ? []
    : [
        {
          name: 'PostgreSQL',
          program: ['server/main.ts'],
          settings: { DEMO: '0', DATA_DIR: join(folder, '2'), DATABASE_URL: postgres.url },
        },
      ]),
]

interface Took {
  ms: number
  /** Processor time; NaN if the system does not give it. */
  cpuMs: number
}

/** Starts it, and waits until it says that it listens. */
async function start({ program, settings }: Way): Promise<Took> {
  const begun = performance.now()
  const child = spawn(process.execPath, [...program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', FEEDS: '0', LOG_LEVEL: 'error', ...settings, ...anyGatewayPorts },
  })
  await once(child.stdout, 'data')
  const took = { ms: performance.now() - begun, cpuMs: cpuMsOf(child.pid ?? 0) }
  child.kill('SIGINT')
  await once(child, 'exit')
  return took
}

/** Processor time of a process and its children, by Linux (proc_pid_stat(5): fields 14 and 15, in hundredths of a second). */
function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const own = 10 * (Number(fields[11]) + Number(fields[12]))
    return children.reduce((sum, child) => sum + cpuMsOf(Number(child)), own)
  } catch {
    return Number.NaN
  }
}

const took = new Map(ways.map((way) => [way, new Array<Took>()]))
try {
  // The first start creates the databases and compiles the modules.
  for (const way of [...ways.slice(1), ...ways.slice(0, 1)]) await start(way)
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, all] of took) all.push(await start(way))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
  if (!('missing' in postgres)) await postgres.stop()
}

const medianOf = (all: readonly Took[], what: keyof Took) => median(all.map((each) => each[what]))
const [bare = []] = took.values()
const seconds = (ms: number) => (ms / 1000).toFixed(2)
console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; of ${rounds} starts, in seconds (goal: 3)`)
console.log(
  table(
    ['', 'median', 'best', 'of bare', 'processor', 'of bare'],
    [...took].map(([{ name }, all]) => [
      name,
      seconds(medianOf(all, 'ms')),
      seconds(Math.min(...all.map(({ ms }) => ms))),
      (medianOf(all, 'ms') / medianOf(bare, 'ms')).toFixed(2),
      seconds(medianOf(all, 'cpuMs')),
      (medianOf(all, 'cpuMs') / medianOf(bare, 'cpuMs')).toFixed(2),
    ]),
  ),
)
if ('missing' in postgres) console.log(`PostgreSQL: not measured (${postgres.missing})`)
