import { privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { PrivacyZonesStore } from './privacy-zones.store.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'

interface Parts {
  store: PrivacyZonesStore
  clock: Clock
  newId(): string
}

export function registerPrivacyZonesRoutes(api: Api, { store, clock, newId }: Parts): void {
  api.on(privacyZones.list, async ({ caller }) => ({ zones: await store.list(caller.user.id) }))
  api.on(privacyZones.create, async ({ caller, body }) => {
    const made = await store.create({ id: newId(), userId: caller.user.id, entry: body }, clock.now())
    if (made === 'full') throw new Problem('PRIVACY_ZONE_LIMIT')
    return made
  })
  api.on(privacyZones.change, async ({ caller, params, body }) => {
    const changed = await store.change({ id: params.zoneId, userId: caller.user.id, change: body }, clock.now())
    if (changed === null) throw new Problem('NOT_FOUND')
    return changed
  })
  api.on(privacyZones.remove, async ({ caller, params }) => {
    if (!(await store.remove(caller.user.id, params.zoneId, clock.now()))) throw new Problem('NOT_FOUND')
    return {}
  })
}
