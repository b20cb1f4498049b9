import { tracking } from '#contract/tracking/tracking.ts'
import type { TrackingService } from './tracking.service.ts'
import type { DevicesService } from '#server/features/devices/devices.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerTrackingRoutes(
  api: Api,
  service: TrackingService,
  ownDevices: Pick<DevicesService, 'list'>,
): void {
  api.on(tracking.settings, ({ params }) => service.state(params.deviceId))
  api.on(tracking.enable, ({ body }) => service.enable(body.deviceId, body.trackingMode ?? null))
  api.on(tracking.disable, ({ body }) => service.disable(body.deviceId))
  api.on(tracking.consent, ({ body }) => service.consent(body.deviceId, body.consentGiven, body.purposes))
  api.on(tracking.positionConsent, async ({ caller, body, device }) => {
    const own = await ownDevices.list(caller.user.id)
    const deviceIds = (device === null ? own : [device]).map(({ id }) => id)
    await service.consentForAll(deviceIds, body.consent)
    return { devices: own.filter(({ id }) => deviceIds.includes(id)) }
  })
  api.on(tracking.withdraw, async ({ body }) => service.withdraw(body.deviceId, body.deletePositions, body.purposes))
}
