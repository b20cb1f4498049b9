import { stepUp } from '#contract/auth/step-up.ts'
import type { StepUpService } from './step-up.service.ts'
import type { Api } from '#server/http/api.ts'

export function registerStepUpRoutes(api: Api, service: StepUpService): void {
  api.on(stepUp.ways, async ({ caller }) => ({ proofs: await service.ways(caller.user.id) }))
  api.on(stepUp.confirm, async ({ caller, body }) => {
    await service.confirm(caller, body)
    return {}
  })
}
