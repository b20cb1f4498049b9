import { accessTokens } from '#contract/access-tokens/access-tokens.ts'
import type { AccessTokensService } from './access-tokens.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerAccessTokensRoutes(api: Api, service: AccessTokensService): void {
  api.on(accessTokens.list, async ({ caller }) => ({ accessTokens: await service.list(caller.user.id) }))
  api.on(accessTokens.make, ({ caller, body, header }) => {
    header('cache-control', 'no-store')
    return service.make(caller, body)
  })
  api.on(accessTokens.revoke, async ({ caller, params }) => {
    await service.revoke(caller.user.id, params.id)
    return {}
  })
}
