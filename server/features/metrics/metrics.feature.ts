import { monitorEventLoopDelay } from 'node:perf_hooks'
import { callsLimits } from '#contract/calls-limits.ts'
import type { Health } from '#server/features/health/health.routes.ts'
import { gaugeLines } from '#server/figures.ts'
import type { layFoundations } from '#server/foundations.ts'
import { createCallLimits } from '#server/http/call-limits.ts'
import { version } from '#server/version.ts'
import { readStoredFigures } from './gauges.store.ts'
import { gaugesOf, type Measured } from './gauges.ts'
import { adviceFor } from './advice.ts'
import { registerMetricsRoutes } from './metrics.routes.ts'

type Needs = Pick<
  Awaited<ReturnType<typeof layFoundations>>,
  'app' | 'settings' | 'connection' | 'database' | 'clock' | 'attempts' | 'figures' | 'onClose'
>

/** Figures for Prometheus, and the same as a page for the operator. Without METRICS_TOKEN there are neither. */
export function buildMetrics(foundations: Needs, { health }: { health: Health }): void {
  const { app, settings, connection, database, clock, attempts, figures, onClose } = foundations
  const token = settings.METRICS_TOKEN
  if (token === undefined) return
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  onClose(() => loop.disable())

  const lookAt = async (): Promise<Measured> => {
    const now = clock.now()
    const [stored, standby, backup, jobs, roles, overdue, queues, feeds, lastReportAt] = await Promise.all([
      readStoredFigures(database, now),
      health.standby(),
      health.backup(),
      health.jobs(),
      health.roles(),
      health.overdue(),
      health.queues(),
      health.feeds(),
      health.lastReport(),
    ])
    const { totalCount, idleCount, waitingCount } = connection.pool
    return {
      now,
      stored,
      standby,
      backup,
      jobs,
      roles,
      overdue,
      queues,
      feeds,
      lastReportAt,
      refusesFixes: health.refusesFixes(),
      clockBehindSeconds: health.clockBehindSeconds(),
      hearsDatabase: health.hearsDatabase(),
      settingWarnings: health.settingWarnings,
      eventLoopSeconds: loop.percentile(99) / 1e9,
      connections: { open: totalCount, idle: idleCount, waiting: waitingCount },
      process: { memoryBytes: process.memoryUsage.rss(), cpuSeconds: cpuSeconds(), upSeconds: process.uptime() },
      version,
      rolesHere: settings.ROLES,
    }
  }
  // One measurement for all who ask meanwhile, as with the health.
  let measuring: Promise<Measured> | null = null
  const measure = () => (measuring ??= lookAt().finally(() => (measuring = null)))
  const { atTheDoor } = createCallLimits(
    attempts,
    clock,
  )({
    limit: { per: 'network', perMinute: callsLimits.filesPerMinute },
  })
  registerMetricsRoutes(app, token, {
    admit: (address) => atTheDoor?.({ caller: { kind: 'nobody' }, address }),
    figures: async () => [...figures.lines(), ...gaugeLines(gaugesOf(await measure()))],
    async advice() {
      const measured = await measure()
      const { alarmEmails } = measured.stored
      return adviceFor({ ...measured, alarmEmails, connectionsWaiting: measured.connections.waiting })
    },
  })
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
