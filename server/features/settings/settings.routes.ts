import { type DeviceConfig, settings } from '#contract/settings.ts'
import type { SettingsService } from './settings.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerSettingsRoutes(api: Api, service: SettingsService): void {
  api.on(settings.show, ({ caller, params }) => service.show(caller, params.id))
  api.on(settings.change, ({ caller, params, body }) => service.change(caller, params.id, body.settings, body.version))
  api.on(settings.reset, ({ caller, params }) => service.reset(caller, params.id))
  api.on(settings.deviceConfigs, ({ caller, params }) => service.deviceConfigs(caller, params.id))
  api.on(settings.deviceConfig, ({ caller, query }) => service.deviceConfig(caller, query.imei))
  api.on(settings.changeDeviceConfig, ({ caller, query, body }) =>
    service.changeDeviceConfig(caller, query.imei, body.settings, body.version),
  )
  api.on(settings.ledConfig, async ({ caller, query }) => ledOf(await service.deviceConfig(caller, query.imei)))
  api.on(settings.changeLedConfig, async ({ caller, query, body }) =>
    ledOf(await service.changeLedConfig(caller, query.imei, body.led, body.version)),
  )
  api.on(settings.configuration, ({ caller, query }) => service.deviceConfig(caller, query.imei))
  api.on(settings.applied, ({ caller, body }) => service.applied(caller, body.imei, body.version))
}

function ledOf({ imei, led, version, updatedAt }: DeviceConfig) {
  return { imei, led, version, updatedAt }
}
