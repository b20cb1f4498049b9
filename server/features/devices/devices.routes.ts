import { devices } from '#contract/devices.ts'
import type { DevicesService } from '#server/features/devices/devices.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerDevicesRoutes(api: Api, service: DevicesService): void {
  api.on(devices.list, ({ caller }) => service.list(caller.user.id))
  api.on(devices.statusOverview, ({ caller }) => service.statusOverview(caller.user.id))
  api.on(devices.show, async ({ caller, params }) => ({ device: await service.owned(caller.user.id, params.id) }))
  api.on(devices.change, async ({ caller, params, body }) => ({
    device: await service.change(caller.user.id, params.id, body),
  }))
  api.on(devices.remove, async ({ caller, params }) => {
    await service.remove(caller.user.id, params.id)
    return {}
  })
  api.on(devices.registerImei, async ({ caller, body }) => ({
    device: await service.add(caller.user.id, { imei: body.imei, deviceName: body.deviceName ?? null }),
  }))
}
