import { type DeviceConfig, settings } from '#contract/settings/settings.ts'
import type { SettingsService } from './settings.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerSettingsRoutes(api: Api, service: SettingsService): void {
  api.on(settings.show, ({ params }) => service.show(params.id))
  api.on(settings.change, ({ params, body }) => service.change(params.id, body.settings, body.version))
  api.on(settings.reset, ({ params }) => service.reset(params.id))
  api.on(settings.deviceConfigs, ({ params }) => service.deviceConfigs(params.id))
  api.on(settings.deviceConfig, ({ device }) => service.deviceConfig(device))
  api.on(settings.changeDeviceConfig, ({ device, body }) =>
    service.changeDeviceConfig(device, body.settings, body.version),
  )
  api.on(settings.ledConfig, async ({ device }) => ledOf(await service.deviceConfig(device)))
  api.on(settings.changeLedConfig, async ({ device, body }) =>
    ledOf(await service.changeLedConfig(device, body.led, body.version)),
  )
  api.on(settings.configuration, ({ device }) => service.deviceConfig(device))
  api.on(settings.applied, ({ device, body }) => service.applied(device, body.version))
}

function ledOf({ imei, led, version, updatedAt }: DeviceConfig) {
  return { imei, led, version, updatedAt }
}
