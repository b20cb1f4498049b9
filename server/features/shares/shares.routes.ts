import { shares } from '#contract/shares/shares.ts'
import type { SharedDataService } from './shared-data.service.ts'
import type { SharesService } from './shares.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerSharesRoutes(api: Api, service: SharesService, data: SharedDataService): void {
  api.on(shares.list, async ({ caller }) => ({ shares: await service.list(caller.user.id) }))
  api.on(shares.create, ({ caller, body, header }) => {
    header('cache-control', 'no-store')
    return service.create(caller, body)
  })
  api.on(shares.revoke, ({ caller, params }) => service.revoke(caller.user.id, params.shareId))
  api.on(shares.data, ({ caller, query, header }) => {
    header('cache-control', 'no-store')
    return data.read(caller, query.since ?? null)
  })
}
