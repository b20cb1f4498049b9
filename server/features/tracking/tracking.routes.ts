import { devices } from '#contract/devices.ts'
import { tracking } from '#contract/tracking.ts'
import { historyJson } from './history-json.ts'
import type { TrackingService } from './tracking.service.ts'
import type { DevicesService } from '#server/features/devices/devices.service.ts'
import { type Api, JsonPieces } from '#server/http/api.ts'

export function registerTrackingRoutes(
  api: Api,
  service: TrackingService,
  ownDevices: Pick<DevicesService, 'list'>,
): void {
  api.on(tracking.settings, ({ caller, params }) => service.state(caller.user.id, params.deviceId))
  api.on(tracking.enable, ({ caller, body }) =>
    service.enable(caller.user.id, body.deviceId, body.trackingMode ?? null),
  )
  api.on(tracking.disable, ({ caller, body }) => service.disable(caller.user.id, body.deviceId))
  api.on(tracking.consent, ({ caller, body }) => service.consent(caller.user.id, body.deviceId, body.consentGiven))
  api.on(tracking.positionConsent, async ({ caller, body }) => {
    const own = await ownDevices.list(caller.user.id)
    const deviceIds = body.deviceId === undefined ? own.map(({ id }) => id) : [body.deviceId]
    await service.consentForAll(caller.user.id, deviceIds, body.consent)
    return { devices: own.filter(({ id }) => deviceIds.includes(id)) }
  })
  api.on(tracking.withdraw, async ({ caller, body }) =>
    service.withdraw(caller.user.id, body.deviceId, body.deletePositions),
  )
  api.on(tracking.history, async ({ caller, params, query, hasLeft }) => {
    const history = await service.history(caller.user.id, params.deviceId, query, hasLeft)
    return new JsonPieces(historyJson(history, query.format))
  })
  api.on(tracking.latest, async ({ caller, params }) => ({
    position: await service.latest(caller.user.id, params.deviceId),
  }))
  api.on(tracking.deleteHistory, async ({ caller, params, query }) =>
    service.deleteHistory(caller.user.id, params.deviceId, query),
  )
  api.on(tracking.gpx, ({ caller, params, query }) => service.file(caller.user.id, params.deviceId, 'gpx', query))
  api.on(tracking.export, ({ caller, params, query }) =>
    service.file(caller.user.id, params.deviceId, params.format, query),
  )
  api.on(devices.reportPosition, ({ caller, params, body }) => service.report(caller, params.id, body))
}
