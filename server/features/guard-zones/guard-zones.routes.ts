import { guardZones } from '#contract/guard-zones/guard-zones.ts'
import type { Api } from '#server/http/api.ts'
import { zoneHandlers, type ZoneParts } from '#server/http/zone-handlers.ts'
import type { GuardZonesStore } from './guard-zones.store.ts'

export function registerGuardZonesRoutes(api: Api, parts: ZoneParts<GuardZonesStore>): void {
  const { list, create, change, remove } = zoneHandlers(parts, 'GUARD_ZONE_LIMIT')
  api.on(guardZones.list, list)
  api.on(guardZones.create, create)
  api.on(guardZones.change, change)
  api.on(guardZones.remove, remove)
}
