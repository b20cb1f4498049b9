import { account } from '#contract/account/account.ts'
import type { AccountService } from './account.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerAccountRoutes(api: Api, service: AccountService): void {
  api.on(account.changeProfile, async ({ caller, body }) => ({
    user: await service.choosePicture(caller.user, body.pictureId),
  }))
  api.on(account.changeEmail, async ({ caller, body }) => ({ user: await service.changeEmail(caller, body) }))
  api.on(account.changePassword, async ({ caller, body }) => {
    await service.changePassword(caller, body)
    return {}
  })
  api.on(account.sessions, ({ caller }) => service.sessions(caller))
  api.on(account.endOtherSessions, async ({ caller }) => {
    await service.endOtherSessions(caller)
    return {}
  })
  api.on(account.endSession, async ({ caller, params }) => {
    await service.endSession(caller.user, params.id)
    return {}
  })
}
