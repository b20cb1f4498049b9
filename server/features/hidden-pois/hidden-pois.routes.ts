import { hiddenPoisLimits } from '#contract/hidden-pois/hidden-pois-limits.ts'
import { hiddenPois } from '#contract/hidden-pois/hidden-pois.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PoisStore } from '#server/features/pois/pois.store.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { HiddenPoisStore } from './hidden-pois.store.ts'

interface Parts {
  store: HiddenPoisStore
  /** Of the real world: in the demo nothing can be changed. */
  pois: Pick<PoisStore, 'find'>
  clock: Clock
}

export function registerHiddenPoisRoutes(api: Api, { store, pois, clock }: Parts): void {
  api.on(hiddenPois.list, async ({ caller }) => ({ pois: await store.list(caller.user.id) }))
  api.on(hiddenPois.hide, async ({ caller, params }) => {
    if ((await pois.find(params.id, clock.now())) === null) throw new Problem('NOT_FOUND')
    if (!(await store.hide(caller.user.id, params.id, clock.now()))) {
      throw new Problem('VALIDATION_ERROR', {
        message: `Sie haben schon ${hiddenPoisLimits.most} POIs ausgeblendet. Bitte zeigen Sie zuerst andere wieder.`,
      })
    }
    return {}
  })
  api.on(hiddenPois.show, async ({ caller, params }) => {
    if (!(await store.show(caller.user.id, params.id))) throw new Problem('NOT_FOUND')
    return {}
  })
}
