import { gatewayServerLimits } from '#contract/limits/gateway-limits.ts'
import { withTimeLimit } from '#server/db/connection/time-limit.ts'
import type { AlarmWatch } from '#server/features/alarms/guard/alarm-watch.ts'
import type { Foundations } from '#server/foundations.ts'
import { createOwnClock } from './own-clock.ts'
import { createPositionReportService } from './position-report.service.ts'
import { registerReceptionRoutes } from './reception.routes.ts'
import { createReceptionService } from './reception.service.ts'
import { createReceptionStore } from './reception.store.ts'

type Needs = Pick<Foundations, 'settings' | 'connection' | 'positionServers' | 'clock' | 'pace' | 'api' | 'log'>

interface Others {
  alarms: { watch: AlarmWatch }
}

export function buildReception(
  { settings, connection, positionServers, clock, pace, api, log }: Needs,
  { alarms }: Others,
) {
  const forReports = withTimeLimit(connection, gatewayServerLimits.batchTimeoutMs)
  const ownClock = createOwnClock({ clock, asksDatabase: settings.CLOCK === undefined && pace === null, log })
  const service = createReceptionService({
    store: createReceptionStore(forReports, alarms.watch),
    log,
    ownClock,
    servers: positionServers,
  })
  const { receive } = service
  registerReceptionRoutes(api, createPositionReportService({ receive, clock }))
  return { ...service, ownClock }
}
