import { guardZones } from '#contract/guard-zones/guard-zones.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Api } from '#server/http/api.ts'
import { Problem } from '#server/http/problem.ts'
import type { GuardZonesStore } from './guard-zones.store.ts'

interface Parts {
  store: GuardZonesStore
  clock: Clock
  newId(): string
}

export function registerGuardZonesRoutes(api: Api, { store, clock, newId }: Parts): void {
  api.on(guardZones.list, async ({ caller }) => ({ zones: await store.list(caller.user.id) }))
  api.on(guardZones.create, async ({ caller, body }) => {
    const made = await store.create({ id: newId(), userId: caller.user.id, entry: body }, clock.now())
    if (made === 'full') throw new Problem('GUARD_ZONE_LIMIT')
    return made
  })
  api.on(guardZones.change, async ({ caller, params, body }) => {
    const changed = await store.change({ id: params.zoneId, userId: caller.user.id, change: body }, clock.now())
    if (changed === null) throw new Problem('NOT_FOUND')
    return changed
  })
  api.on(guardZones.remove, async ({ caller, params }) => {
    if (!(await store.remove(caller.user.id, params.zoneId, clock.now()))) throw new Problem('NOT_FOUND')
    return {}
  })
}
