import { passkeys } from '#contract/passkeys/passkeys.ts'
import type { PasskeysService } from './passkeys.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerPasskeysRoutes(api: Api, service: PasskeysService): void {
  api.on(passkeys.list, ({ caller }) => service.list(caller))
  api.on(passkeys.beginRegistration, ({ caller }) => service.beginRegistration(caller))
  api.on(passkeys.finishRegistration, ({ caller, body }) => service.finishRegistration(caller, body))
  api.on(passkeys.rename, ({ caller, params, body }) => service.rename(caller, params.id, body.name))
  api.on(passkeys.remove, async ({ caller, params }) => {
    await service.remove(caller, params.id)
    return {}
  })
  api.on(passkeys.beginSignIn, () => service.beginSignIn())
  api.on(passkeys.beginStepUp, ({ caller }) => service.beginStepUp(caller))
  api.on(passkeys.signIn, (call) => service.signIn(call.body, call))
}
