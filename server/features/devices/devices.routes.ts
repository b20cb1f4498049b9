import { devices } from '#contract/devices.ts'
import type { DevicesService } from '#server/features/devices/devices.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerDevicesRoutes(api: Api, service: DevicesService): void {
  api.on(devices.list, ({ caller }) => service.list(caller.user.id))
  api.on(devices.show, async ({ caller, params }) => ({ device: await service.owned(caller.user.id, params.id) }))
}
