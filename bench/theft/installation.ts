import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { startServer } from '#bench/faults/installation.ts'
import { type Clock, clockFrom } from '#server/platform/clock.ts'
import { readSettings, type Settings } from '#server/config.ts'
import { connect, type Database } from '#server/db/connection/database.ts'
import { fillWithMigratedDatabase } from '#server/db/testing/migrated-folder.ts'
import { type TestPushService, startPushService } from '#server/push/testing/push-service.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import { startMailServer, type TestMailServer } from '#server/testing/test-product.ts'
import type { Night } from './night.ts'

type Port = 'osmand' | 'owntracks' | 'gt06' | 'h02' | 'teltonika'

/** A product with its database, a mail server and a push service, on this machine. */
export interface Installation {
  url: string
  clock: Clock
  times: number
  ports: Record<Port, number>
  operator: Database
  settings: Settings
  mail: TestMailServer
  push: TestPushService
  /** Ends a part at once, as the kernel does when memory runs out, and starts it again, as a service manager does. */
  kill(part: Exclude<Night['killed'], 'nothing'>): Promise<void>
  close(): Promise<void>
}

/**
 * One process with its embedded database, or one process for each role on PostgreSQL.
 * @param times how fast the product's clock runs.
 * @returns null where PostgreSQL is not installed.
 */
export async function install(database: Night['database'], times: number): Promise<Installation | null> {
  const since = clockFrom().now()
  const clock = clockFrom(undefined, times === 1 ? null : { times, since })
  const mail = await startMailServer()
  const push = await startPushService()
  const ports = {
    osmand: await freePort(),
    owntracks: await freePort(),
    gt06: await freePort(),
    h02: await freePort(),
    teltonika: await freePort(),
  }
  const gatewayPorts = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [`GATEWAY_${name.toUpperCase()}_PORT`, String(port)]),
  )
  const start = async (settings: Record<string, string>) =>
    startProductProcess(
      { PORT: String(await freePort()), SMTP_URL: mail.url, LOG_LEVEL: 'silent', ...settings },
      [],
      ['bench/theft/product.ts', String(times), since.toISOString()],
    )
  const base = database === 'embedded' ? await embedded() : await onPostgres()
  if (base === null) return null
  return {
    ...base,
    clock,
    times,
    ports,
    settings: readSettings({ SMTP_URL: mail.url }),
    mail,
    push,
    async close() {
      await base.close()
      await Promise.all([mail.close(), push.close()])
    },
  }

  async function embedded() {
    const folder = mkdtempSync(join(tmpdir(), 'wegwarte-theft-'))
    await fillWithMigratedDatabase(folder)
    const product = await start({ DATA_DIR: folder, ...gatewayPorts })
    const lock = () => lockFile.parse(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8')))
    const operator = connect({ socketFolder: lock().socketFolder })
    return {
      url: product.url,
      operator: operator.database,
      async kill(part: string) {
        // The product opens its database again by itself.
        if (part === 'database') process.kill(lock().pid, 'SIGKILL')
        else await killAndStart([product])
      },
      async close() {
        await operator.close().catch(() => undefined)
        await product.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }

  async function onPostgres() {
    const server = await startServer()
    if (server === null) return null
    const settings = { DATABASE_URL: server.url }
    const gateway = await start({ ...settings, ...gatewayPorts, ROLES: 'gateway' })
    const jobs = await start({ ...settings, ROLES: 'jobs' })
    const api = await start({ ...settings, ROLES: 'api' })
    return {
      url: api.url,
      operator: server.connection.database,
      async kill(part: string) {
        if (part === 'gateway') await killAndStart([gateway])
        else if (part === 'product') await killAndStart([gateway, jobs, api])
        else {
          await server.kill()
          await server.start()
        }
      },
      async close() {
        for (const each of [gateway, jobs, api]) await each.stop()
        await server.remove()
      },
    }
  }
}

async function killAndStart(parts: readonly ProductProcess[]): Promise<void> {
  await Promise.all(parts.map((part) => part.kill()))
  await Promise.all(parts.map((part) => part.startAgain()))
}

/** Left by the process that holds the embedded database. */
const lockFile = z.object({ pid: z.number(), socketFolder: z.string() })
