import { privacyZones } from '#contract/privacy-zones/privacy-zones.ts'
import type { Api } from '#server/http/api.ts'
import { zoneHandlers, type ZoneParts } from '#server/http/zone-handlers.ts'
import type { PrivacyZonesStore } from './privacy-zones.store.ts'

export function registerPrivacyZonesRoutes(api: Api, parts: ZoneParts<PrivacyZonesStore>): void {
  const { list, create, change, remove } = zoneHandlers(parts, 'PRIVACY_ZONE_LIMIT')
  api.on(privacyZones.list, list)
  api.on(privacyZones.create, create)
  api.on(privacyZones.change, change)
  api.on(privacyZones.remove, remove)
}
