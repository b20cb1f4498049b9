/*
 * How long an owner with the right password waits for a sign-in while strangers fail 200 times a second from 1,000
 * networks, at the owner's account and at a new one each time. The owner comes from a network that nobody has seen before,
 * each time from another one. The goal: 3 s at most, for 99 of 100, from the second minute on. With `--embedded` on the
 * embedded database instead of PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings } from '#server/config.ts'
import { openDatabase } from '#server/db/connection/open.ts'
import { startPostgres } from '#server/db/testing/postgres.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { percentile, processorSecondsOf, table } from './pois/figures.ts'

const networks = 1_000
const failuresPerSecond = 200
const warmSeconds = 60
const measuredSeconds = 120
const ownerPauseMs = 500
/** Browsers wait that long. What is not answered by then is not waited for. */
const patienceMs = 10_000
const stepMs = 50

const owner = { email: 'owner@example.org', password: 'kurve-links-am-wehr' }
const agent = new Agent({ keepAlive: true, maxSockets: 4_000 })

/** The status of a sign-in from a network, or 0 if no answer came in time. */
function signIn(url: URL, email: string, password: string, network: string): Promise<number> {
  const body = JSON.stringify({ email, password })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': network,
  }
  return new Promise((resolve) => {
    const call = request(new URL('/api/auth/login', url), { method: 'POST', agent, headers, timeout: patienceMs })
    call.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(0))
    call.end(body)
  })
}

const stranger = (index: number) => `198.18.${index >> 8}.${index & 0xff}`
let seen = 0
/** A /64 that has not been used before. */
const freshNetwork = () => {
  seen += 1
  return `2001:db8:${(seen >> 16).toString(16)}:${(seen & 0xffff).toString(16)}::1`
}

interface Measured {
  ownerMs: number[]
  ownerRefused: number
  strangers: Map<number, number>
  generatorSeconds: number
  productSeconds: number
}

/** @param emailOf the address that the strangers' n-th try is for. */
async function measure(url: URL, pid: number, emailOf: (index: number) => string): Promise<Measured> {
  const begunAt = performance.now()
  const elapsed = () => (performance.now() - begunAt) / 1000
  const isOver = () => elapsed() > warmSeconds + measuredSeconds
  const isMeasured = () => elapsed() > warmSeconds
  const [strangers, ownerMs]: [Map<number, number>, number[]] = [new Map(), []]
  let ownerRefused = 0

  const guess = async (index: number) => {
    const status = await signIn(url, emailOf(index), `falsch-${index}`, stranger(index % networks))
    if (isMeasured()) strangers.set(status, (strangers.get(status) ?? 0) + 1)
  }
  const guesses = async () => {
    const open = new Set<Promise<void>>()
    for (let sent = 0; !isOver(); await sleep(stepMs)) {
      for (; sent < elapsed() * failuresPerSecond; sent += 1) {
        const one: Promise<void> = guess(sent).finally(() => open.delete(one))
        open.add(one)
      }
    }
    await Promise.all(open)
  }
  const visit = async () => {
    const [at, from] = [performance.now(), elapsed()]
    const status = await signIn(url, owner.email, owner.password, freshNetwork())
    if (from < warmSeconds) return
    if (status === 200) ownerMs.push(performance.now() - at)
    else ownerRefused += 1
  }
  const visits = async () => {
    const open: Promise<void>[] = []
    for (; !isOver(); await sleep(ownerPauseMs)) open.push(visit())
    await Promise.all(open)
  }
  const [ownBefore, productBefore] = [process.cpuUsage(), processorSecondsOf(pid)]
  await Promise.all([guesses(), visits()])
  const own = process.cpuUsage(ownBefore)
  return {
    ownerMs,
    ownerRefused,
    strangers,
    generatorSeconds: (own.user + own.system) / 1e6,
    productSeconds: processorSecondsOf(pid) - productBefore,
  }
}

const folder = mkdtempSync(join(tmpdir(), 'wegwarte-bench-'))
const postgres = process.argv.includes('--embedded') ? null : await startPostgres({ durable: true })
if (postgres !== null && 'missing' in postgres) throw new Error(postgres.missing)
const environment = {
  PORT: '0',
  FEEDS: '0',
  DEMO: '0',
  LOG_LEVEL: 'silent',
  DATA_DIR: folder,
  TRUST_PROXY: '127.0.0.1',
  ...(postgres !== null && { DATABASE_URL: postgres.url }),
  ...anyGatewayPorts,
}
const product = spawn(process.execPath, ['server/main.ts'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { PATH: process.env.PATH, ...environment },
})
try {
  const [greeting]: unknown[] = await once(product.stdout, 'data')
  const url = new URL(/http:\/\/\S+/.exec(String(greeting))?.[0] ?? '')
  const { database, close } = await openDatabase(readSettings(environment), 'command')
  const now = new Date()
  const done = { created_at: now, email_verified_at: now, imei_verified_at: now, password_confirmed_at: now }
  const password_hash = await hashPassword(owner.password, { line: 'owner', first: true })
  await database
    .insertInto('users')
    .values({ id: 'owner', email: owner.email, password_hash, demo: false, ...done })
    .execute()

  const cases = [
    { name: 'at the owner’s account', emailOf: () => owner.email },
    { name: 'at a new account each time', emailOf: (index: number) => `nobody${index}@example.org` },
  ]
  console.log(`${postgres === null ? 'embedded database' : 'PostgreSQL'}, ${cpus().length} cores`)
  const rows: (string | number)[][] = []
  for (const { name, emailOf } of cases) {
    await database.deleteFrom('attempts').execute()
    const { ownerMs, ownerRefused, strangers, generatorSeconds, productSeconds } = await measure(
      url,
      product.pid ?? 0,
      emailOf,
    )
    const seconds = warmSeconds + measuredSeconds
    const ms = (share: number) => Math.round(percentile(ownerMs, share))
    const answers = [...strangers].toSorted().map(([status, count]) => `${count} × ${status}`)
    const perSecond = (spent: number) => (spent / seconds).toFixed(2)
    const owners = [ownerMs.length, ownerRefused, ms(0.5), ms(0.99), ms(1)]
    rows.push([
      name,
      ...owners,
      perSecond(generatorSeconds),
      perSecond(productSeconds),
      loadavg()[0]?.toFixed(1) ?? '',
      answers.join(', '),
    ])
  }
  const heads = ['strangers fail', 'signed in', 'not', 'p50 ms', 'p99 ms', 'most ms']
  console.log(
    table(
      [
        ...heads,
        'generator s/s',
        'product s/s',
        'load',
        `strangers’ answers in ${measuredSeconds} s (0: none in time)`,
      ],
      rows,
    ),
  )
  await close()
} finally {
  agent.destroy()
  product.kill('SIGINT')
  await once(product, 'exit')
  if (postgres !== null) await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
