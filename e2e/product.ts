import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { type Clock, clockFrom } from '#server/platform/clock.ts'
import { connect, type Database, type DatabaseAddress } from '#server/db/connection/database.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { freePort } from '#server/testing/free-port.ts'
import { inherited } from '#server/testing/product-process.ts'
import { startMailServer, type TestMailServer } from '#server/testing/test-product.ts'

/** Long enough for a machine that is busy with other work. */
const startPatienceMs = 110_000
/** The folder with the recordings and feeds for the tests. */
export const sharedFolder = resolve(process.env.SHARED_DIR ?? '../shared')

/** How to reach a running product, even from another process than the one that started it. */
export interface ProductAddress {
  url: string
  /** Where trackers of the OsmAnd protocol report. */
  trackerPort: number
  /** The environment that it was started with, and its commands, too. */
  env: Record<string, string>
  /** How far its clock is ahead of this machine's. */
  clockAheadMs: number
}

export interface RunningProduct {
  url: string
  trackerPort: number
  mail: Pick<TestMailServer, 'emailTo'>
  /** The operator's access: its database, and the time in it. */
  operator: Database
  clock: Clock
  /** Runs an operator's command against it, as `npm run wegwarte -- …` does. */
  operate(...words: string[]): Promise<string>
  /** Disconnects from it, or ends it if it was started here. */
  stop(): Promise<void>
}

/** Starts the product in a separate process, as a newcomer would start it, with a real mail server beside it. */
export async function startProductProcess(
  overrides: Record<string, string>,
): Promise<{ address: ProductAddress; mail: TestMailServer; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-e2e-'))
  const mail = await startMailServer()
  const [port, trackerPort] = [await freePort(), await freePort()]
  if (overrides.DATABASE_URL === undefined) await fillWithMigratedDatabase(join(folder, 'data'))
  const { HOME = '', CLOCK } = process.env
  const env = {
    ...inherited,
    HOME,
    PORT: String(port),
    ...anyGatewayPorts,
    GATEWAY_OSMAND_PORT: String(trackerPort),
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mail.url,
    FEEDS: 'off',
    LOG_LEVEL: 'warn',
    // `CLOCK` runs the stories at another time of day: they pass at any.
    ...(CLOCK !== undefined && { CLOCK }),
    ...overrides,
  }
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const tidyUp = async () => {
    await mail.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilItSays(child, 'Wegwarte läuft')
  } catch (error) {
    child.kill('SIGKILL')
    await tidyUp()
    throw error
  }
  return {
    address: {
      url: `http://localhost:${port}`,
      trackerPort,
      env,
      clockAheadMs: clockFrom(env.CLOCK).now().getTime() - Date.now(),
    },
    mail,
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await tidyUp()
    },
  }
}

/** A product that runs, as its visitors, its trackers and its operator reach it. */
export function reachProduct(address: ProductAddress, mail: RunningProduct['mail']): RunningProduct {
  const { url, trackerPort, env, clockAheadMs } = address
  const { database, close } = connect(databaseOf(env))
  return {
    url,
    trackerPort,
    mail,
    operator: database,
    clock: { now: () => new Date(Date.now() + clockAheadMs) },
    async operate(...words) {
      const { stdout } = await promisify(execFile)(process.execPath, ['server/commands/main.ts', ...words], { env })
      return stdout
    },
    stop: close,
  }
}

function databaseOf({ DATABASE_URL: url, DATA_DIR = '' }: ProductAddress['env']): DatabaseAddress {
  return url === undefined ? lockFile.parse(JSON.parse(readFileSync(join(DATA_DIR, 'lock.json'), 'utf8'))) : { url }
}

/** Left by the process that holds the embedded database. */
const lockFile = z.object({ socketFolder: z.string() })

/** Starts a separate product, for stories that need other settings or another time than the shared ones have. */
export async function startRunningProduct(overrides: Record<string, string> = {}): Promise<RunningProduct> {
  const { address, mail, stop } = await startProductProcess(overrides)
  const product = reachProduct(address, mail)
  return {
    ...product,
    async stop() {
      await product.stop()
      await stop()
    },
  }
}

async function untilItSays(child: ChildProcess, words: string): Promise<void> {
  let said = ''
  const received = new Promise<void>((resolveFound) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(words)) resolveFound()
    })
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the product ended with ${String(code)} before it was ready: ${said}`)
  })
  const late = new Promise<never>((_, reject) => {
    // Timed: how long it may take at most.
    setTimeout(() => reject(new Error(`the product was not ready in time: ${said}`)), startPatienceMs).unref()
  })
  await Promise.race([received, ended, late])
}
