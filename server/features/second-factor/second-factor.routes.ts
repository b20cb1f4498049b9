import { secondFactor } from '#contract/second-factor/second-factor.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerSecondFactorRoutes(api: Api, service: SecondFactorService): void {
  api.on(secondFactor.show, ({ caller }) => service.show(caller.user))
  api.on(secondFactor.start, ({ caller }) => service.start(caller.user))
  api.on(secondFactor.switchOn, async ({ caller, body }) => ({
    recoveryCodes: await service.switchOn(caller, body.code),
  }))
  api.on(secondFactor.renewRecoveryCodes, async ({ caller }) => ({
    recoveryCodes: await service.renewRecoveryCodes(caller.user),
  }))
  api.on(secondFactor.switchOff, async ({ caller }) => {
    await service.switchOff(caller.user)
    return {}
  })
}
