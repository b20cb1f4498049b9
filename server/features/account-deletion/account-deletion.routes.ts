import { accountDeletion } from '#contract/account-deletion/account-deletion.ts'
import type { AccountDeletionService } from './account-deletion.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerAccountDeletionRoutes(api: Api, service: AccountDeletionService): void {
  api.on(accountDeletion.show, ({ caller }) => service.state(caller.user))
  api.on(accountDeletion.ask, ({ caller, body }) => service.ask(caller, body.acceptsTheftLoss))
  api.on(accountDeletion.confirm, ({ body }) => service.confirm(body.token, body.acceptsTheftLoss))
  api.on(accountDeletion.keep, async ({ caller }) => {
    await service.keep(caller.user)
    return {}
  })
  api.on(accountDeletion.keepByLink, async ({ body }) => {
    await service.keepByLink(body.token)
    return {}
  })
}
