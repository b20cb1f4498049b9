import { mqtt } from '#contract/mqtt/mqtt.ts'
import type { Api } from '#server/http/api.ts'
import type { MqttService } from './mqtt.service.ts'

export function registerMqttRoutes(api: Api, service: MqttService): void {
  api.on(mqtt.get, async ({ caller }) => ({ broker: await service.find(caller.user.id) }))
  api.on(mqtt.save, async ({ caller, body }) => ({ broker: await service.save(caller, body) }))
  api.on(mqtt.remove, async ({ caller }) => {
    await service.remove(caller.user.id)
    return {}
  })
}
