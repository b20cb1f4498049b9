import { webhooks } from '#contract/webhooks/webhooks.ts'
import type { Api } from '#server/http/api.ts'
import type { WebhooksService } from './webhooks.service.ts'

export function registerWebhooksRoutes(api: Api, service: WebhooksService): void {
  api.on(webhooks.list, async ({ caller }) => ({ webhooks: await service.list(caller.user.id) }))
  api.on(webhooks.make, ({ caller, body, header }) => {
    header('cache-control', 'no-store')
    return service.make(caller, body)
  })
  api.on(webhooks.change, ({ caller, params, body }) => service.change(caller, params.id, body))
  api.on(webhooks.deliveries, async ({ caller, params }) => ({
    deliveries: await service.deliveries(caller.user.id, params.id),
  }))
  api.on(webhooks.test, async ({ caller, params }) => {
    await service.test(caller.user.id, params.id)
    return {}
  })
  api.on(webhooks.resume, ({ caller, params }) => service.resume(caller.user.id, params.id))
  api.on(webhooks.renewSecret, ({ caller, params, header }) => {
    header('cache-control', 'no-store')
    return service.renewSecret(caller, params.id)
  })
  api.on(webhooks.remove, async ({ caller, params }) => {
    await service.remove(caller.user.id, params.id)
    return {}
  })
}
