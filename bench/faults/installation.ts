import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clockFrom } from '#server/platform/clock.ts'
import { connect, type Connection } from '#server/db/connection/database.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import {
  installedPostgres,
  type InstalledPostgres,
  makeCluster,
  runCluster,
} from '#server/db/testing/postgres-cluster.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { imeiOf } from '#bench/tracking/imei.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type ProductProcess, startProductProcess } from '#server/testing/product-process.ts'
import { startMailServer } from '#server/testing/test-product.ts'

export const reportingTrackers = 100

/** A PostgreSQL that keeps what it commits, and is started again as a service manager would. */
export interface Server {
  url: string
  connection: Connection
  /** Where its data and its socket are. */
  folder: string
  kill(): Promise<void>
  stop(): Promise<void>
  /** Until it answers, however often it has to be started. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** Two processes for browsers, one for work and one for trackers, on one PostgreSQL. */
export interface Installation {
  server: Server
  api: [ProductProcess, ProductProcess]
  jobs: ProductProcess
  gateway: ProductProcess
  osmandPort: number
  teltonikaPort: number
  smtpPort: number
  emailsTo(part: string): string[]
  mailAway(): Promise<void>
  mailBack(): Promise<void>
  close(): Promise<void>
}

/** @param disk the folder in which it makes its own. Returns null where PostgreSQL is not installed. */
export async function startServer(disk = tmpdir()): Promise<Server | null> {
  const installed = await installedPostgres()
  if (installed === null) return null
  const folder = mkdtempSync(join(disk, 'wegwarte-faults-'))
  await makeCluster(installed, folder)
  const server = await startCluster(installed, folder)
  await migrate(server.connection.database)
  return server
}

/** Starts the cluster of a folder. */
export async function startCluster(installed: InstalledPostgres, folder: string): Promise<Server> {
  const url = urlOf([folder])
  const connection = connect({ url })
  const settings = ['max_wal_size=64MB', 'min_wal_size=32MB']
  let running = runCluster(installed, folder, settings)
  const server: Server = {
    url,
    connection,
    folder,
    kill: () => running.kill(),
    stop: () => running.stop(),
    async start() {
      for (;;) {
        if (await answers(connection)) return
        if (!running.isAlive()) {
          await running.stop()
          running = runCluster(installed, folder, settings)
        }
        await sleep(100)
      }
    },
    async remove() {
      await connection.close()
      await running.remove()
    },
  }
  await server.start()
  return server
}

export function urlOf(folders: readonly string[]): string {
  return `postgresql:///postgres?host=${folders.map(encodeURIComponent).join(',')}&user=postgres`
}

export async function install(server: Server): Promise<Installation> {
  const [osmandPort, teltonikaPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const now = clockFrom().now()
  for (let tracker = 0; tracker < reportingTrackers; tracker += 1) {
    await putTracker(server.connection.database, now, { imei: imeiOf(tracker), owner: `owner-${tracker}` })
  }
  let mail = await startMailServer({ port: smtpPort })
  const gone: (typeof mail.emails)[] = []
  const settings = { DATABASE_URL: server.url, SMTP_URL: mail.url, TRUST_PROXY: '127.0.0.1' }
  const gatewayPorts = { GATEWAY_OSMAND_PORT: String(osmandPort), GATEWAY_TELTONIKA_PORT: String(teltonikaPort) }
  const jumping = ['--import', './bench/faults/jumping-clock.ts']
  const jobs = await startProductProcess({ ...settings, ROLES: 'jobs', FEEDS: '1' }, [
    ...jumping,
    '--import',
    './bench/faults/hanging-feeds.ts',
  ])
  const gateway = await startProductProcess({ ...settings, ...gatewayPorts, ROLES: 'gateway' }, jumping)
  const api = () => startProductProcess({ ...settings, ROLES: 'api' }, jumping)
  const two: Installation['api'] = [await api(), await api()]
  return {
    server,
    api: two,
    jobs,
    gateway,
    osmandPort,
    teltonikaPort,
    smtpPort,
    emailsTo: (part) =>
      [...gone.flat(), ...mail.emails]
        .flatMap(({ to }) => to?.flatMap(({ address }) => address ?? []) ?? [])
        .filter((address) => address.startsWith(part)),
    async mailAway() {
      gone.push(mail.emails)
      await mail.close()
    },
    async mailBack() {
      mail = await startMailServer({ port: smtpPort })
    },
    async close() {
      for (const each of [...two, jobs, gateway]) await each.kill()
      await mail.close()
    },
  }
}

function answers({ pool }: Connection): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  )
}
