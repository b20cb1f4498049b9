import { push } from '#contract/push/push.ts'
import type { PushService } from './push.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerPushRoutes(api: Api, service: PushService): void {
  api.on(push.list, ({ caller }) => service.list(caller))
  api.on(push.subscribe, ({ caller, body }) => service.subscribe(caller, body))
  api.on(push.unsubscribe, async ({ caller, params }) => {
    await service.unsubscribe(caller, params.id)
    return {}
  })
}
