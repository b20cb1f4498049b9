import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { anyGatewayPorts } from '#server/protocols/gateway.ts'
import { startMailServer, type TestMailServer } from '#server/testing/test-product.ts'

const startPatienceMs = 60_000
/** Where the recordings and feeds of the tests lie. */
export const sharedFolder = resolve(process.env.SHARED_DIR ?? '../shared')

/** The product as a process of its own, started like a stranger would, with a real mail server beside it. */
export interface RunningProduct {
  url: string
  /** Where trackers of the OsmAnd protocol report. */
  trackerPort: number
  mail: TestMailServer
  /** Runs an operator's command against it, as `npm run wegwarte -- …` does. */
  operate(...words: string[]): Promise<string>
  stop(): Promise<void>
}

export async function startRunningProduct(overrides: Record<string, string> = {}): Promise<RunningProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'wegwarte-e2e-'))
  const mail = await startMailServer()
  const [port, trackerPort] = [await freePort(), await freePort()]
  await fillWithMigratedDatabase(join(folder, 'data'))
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    ...anyGatewayPorts,
    GATEWAY_OSMAND_PORT: String(trackerPort),
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: mail.url,
    FEEDS: 'off',
    LOG_LEVEL: 'warn',
    // Whoever wants to see the stories at another hour says so: they hold at any.
    ...(process.env.CLOCK !== undefined && { CLOCK: process.env.CLOCK }),
    ...overrides,
  }
  const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await untilItSays(child, 'Wegwarte läuft')
  return {
    url: `http://localhost:${port}`,
    trackerPort,
    mail,
    async operate(...words) {
      const { stdout } = await promisify(execFile)(process.execPath, ['server/commands/main.ts', ...words], { env })
      return stdout
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await mail.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilItSays(child: ChildProcess, words: string): Promise<void> {
  let said = ''
  const heard = new Promise<void>((resolveHeard) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes(words)) resolveHeard()
    })
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the product ended with ${String(code)} before it was ready: ${said}`)
  })
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`the product was not ready in time: ${said}`)), startPatienceMs).unref()
  })
  await Promise.race([heard, ended, late])
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
