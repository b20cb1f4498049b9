import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { callsLimits } from '#contract/limits/calls-limits.ts'
import { processId, speaksForAll } from '#server/db/shared/heartbeats.ts'
import type { Health } from '#server/features/health/health.routes.ts'
import { gaugeLines } from '#server/platform/metrics.ts'
import type { layFoundations } from '#server/foundations.ts'
import { createCallLimits } from '#server/http/call-limits.ts'
import { version } from '#server/platform/version.ts'
import { readStoredFigures } from './gauges.store.ts'
import { watchEventLoop } from './event-loop.ts'
import { gaugesOfProcess, gaugesOfProduct, type OfProcess, type OfProduct } from './gauges.ts'
import { adviceFor } from './advice.ts'
import { registerMetricsRoutes } from './metrics.routes.ts'

type Needs = Pick<
  Awaited<ReturnType<typeof layFoundations>>,
  'app' | 'settings' | 'connection' | 'database' | 'clock' | 'attempts' | 'metrics' | 'onClose'
>

/** Less than Prometheus waits for an answer, and more than a busy database takes. */
const patienceMs = 5_000

/** Figures for Prometheus, and the same as a page for the operator. Without METRICS_TOKEN there are neither. */
export function buildMetrics(foundations: Needs, { health }: { health: Health }): void {
  const { app, settings, connection, database, clock, attempts, metrics, onClose } = foundations
  const token = settings.METRICS_TOKEN
  if (token === undefined) return
  const loop = watchEventLoop(monitorEventLoopDelay({ resolution: 20 }))
  onClose(() => loop.stop())

  const lookAtProduct = async (): Promise<OfProduct> => {
    const [stored, standby, jobs, roles, overdue, queues, feeds, hazardLines, lastReportAt] = await Promise.all([
      readStoredFigures(database, clock.now()),
      health.standby(),
      health.jobs(),
      health.roles(),
      health.overdue(),
      health.queues(),
      health.feeds(),
      health.hazardLines(),
      health.lastReport(),
    ])
    return { stored, standby, jobs, roles, overdue, queues, feeds, hazardLines, lastReportAt }
  }
  const lookAtProcess = async (product: OfProduct | null): Promise<OfProcess> => {
    const { totalCount, idleCount, waitingCount } = connection.pool
    return {
      product,
      backup: await health.backup(),
      refusesFixes: health.refusesFixes(),
      silentServers: health.silentServers(),
      clockBehindSeconds: health.clockBehindSeconds(),
      hearsDatabase: health.hearsDatabase(),
      settingWarnings: health.settingWarnings,
      eventLoopSeconds: loop.seconds(),
      connections: { open: totalCount, idle: idleCount, waiting: waitingCount },
      process: {
        memoryBytes: process.memoryUsage.rss(),
        cpuSeconds: cpuSeconds(),
        startedAt: new Date(performance.timeOrigin),
      },
      disk: await diskWith(settings.DATA_DIR),
      version,
      rolesHere: settings.ROLES,
    }
  }
  // One measurement for all who ask meanwhile, as with the health.
  let measuring: Promise<OfProduct> | null = null
  const measure = () => (measuring ??= lookAtProduct().finally(() => (measuring = null)))
  /** Of the processes on one database one says what is true of all: sums over processes count it once. */
  const speaks = async () => {
    if (connection.embedded) return true
    const address = app.server.address()
    return typeof address === 'object' && address !== null && (await speaksForAll(database, processId(address.port)))
  }
  const { atTheDoor } = createCallLimits(
    attempts,
    clock,
  )({
    limit: { per: 'network', perMinute: callsLimits.filesPerMinute },
  })
  registerMetricsRoutes(app, token, {
    admit: (address) => atTheDoor?.({ caller: { kind: 'nobody' }, address }),
    async metrics() {
      const [speaksHere, product] = (await inTime(Promise.all([speaks(), measure()]))) ?? [false, null]
      const process = await lookAtProcess(product)
      const ofProduct = speaksHere && product !== null ? gaugesOfProduct(product, clock.now()) : []
      return [...metrics.lines(), ...gaugeLines([...gaugesOfProcess(process), ...ofProduct])]
    },
    async advice() {
      const product = await measure()
      const process = await lookAtProcess(product)
      const { alarmEmails } = product.stored
      return adviceFor({
        ...product,
        ...process,
        now: clock.now(),
        alarmEmails,
        connectionsWaiting: process.connections.waiting,
      })
    },
  })
}

/** While the database is away or silent, what this process knows without it is still told. */
async function inTime<T>(looking: Promise<T>): Promise<T | null> {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), patienceMs)
  return Promise.race([looking.catch(() => null), late.promise]).finally(() => clearTimeout(timer))
}

async function diskWith(folder: string): Promise<OfProcess['disk']> {
  const disk = await statfs(folder).catch(() => null)
  return disk && { bytes: disk.blocks * disk.bsize, freeBytes: disk.bavail * disk.bsize }
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
