import { type PrivacyZone, type PrivacyZoneEntry, privacyZoneEntry } from '#contract/privacy-zones/privacy-zones.ts'
import type { Place } from '#contract/base/place.ts'
import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import { circleTexts } from '#web/texts/circle.ts'

/** A zone while its owner enters it. */
export interface ZoneDraft {
  name: string
  place: Place | null
  radiusMetres: number
}

export function draftOf(zone: PrivacyZone | null): ZoneDraft {
  if (zone === null) return { name: '', place: null, radiusMetres: privacyZonesLimits.startRadiusMetres }
  const { name, latitude, longitude, radiusMetres } = zone
  return { name, place: { latitude, longitude }, radiusMetres }
}

/** What is sent, or what is missing, by field. */
export function entryOf({ name, place, radiusMetres }: ZoneDraft): PrivacyZoneEntry | { mistakes: ZoneMistakes } {
  const parsed = privacyZoneEntry.safeParse({ name, ...(place ?? nowhere), radiusMetres })
  const named = parsed.error?.issues.find(({ path: [field] }) => field === 'name')
  const mistakes = {
    ...(named !== undefined && { name: named.message }),
    ...(place === null && { place: circleTexts.missing }),
  }
  return parsed.success && place !== null ? parsed.data : { mistakes }
}

/** Where the other fields are checked before a place is chosen. */
const nowhere: Place = { latitude: 0, longitude: 0 }

export interface ZoneMistakes {
  name?: string
  place?: string
}
