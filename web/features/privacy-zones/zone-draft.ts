import { type PrivacyZone, privacyZoneEntry } from '#contract/privacy-zones/privacy-zones.ts'
import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import { type CircleDraft, circleDraftOf, zoneEntryOf } from '#web/shared/zones/zone-draft.ts'

/** A zone while its owner enters it. */
export const draftOf = (zone: PrivacyZone | null) => circleDraftOf(zone, privacyZonesLimits.startRadiusMetres)

/** What is sent, or what is missing, by field. */
export const entryOf = (draft: CircleDraft) => zoneEntryOf(privacyZoneEntry, draft)
