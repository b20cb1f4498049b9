import { licences } from '#contract/licences/licences.ts'
import type { DevicesService } from '#server/features/devices/devices.service.ts'
import type { LicencesService } from './licences.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerLicencesRoutes(
  api: Api,
  service: LicencesService,
  devices: Pick<DevicesService, 'list'>,
): void {
  api.on(licences.list, ({ caller }) => service.list(caller.user.id))
  api.on(licences.available, ({ caller }) => service.available(caller.user.id))
  api.on(licences.overview, ({ caller }) => service.overview(caller.user.id))
  api.on(licences.activate, async ({ caller, body }) => ({
    licence: await service.activate(caller.user.id, body.licenseKey, body.deviceId),
  }))
  api.on(licences.assign, async ({ caller, body }) => ({
    licence: await service.assign(caller.user.id, body.licenseId, body.deviceId),
  }))
  api.on(licences.transfer, async ({ caller, body }) => ({
    licence: await service.transfer(caller.user.id, body.licenseId, body.fromDeviceId, body.toDeviceId),
  }))
  api.on(licences.release, async ({ caller, params }) => ({
    licence: await service.release(caller.user.id, params.id),
  }))
  api.on(licences.availableDevices, async ({ caller }) => {
    const all = await devices.list(caller.user.id)
    return all.filter(({ hasActiveLicense }) => !hasActiveLicense)
  })
}
