import {
  type OwnPlace,
  ownPlaceEntry,
  type PlaceVisit,
  type PlaceWatch,
  type PlaceWeatherLevel,
} from '#contract/own-places/own-places.ts'
import { ownPlacesLimits } from '#contract/own-places/own-places-limits.ts'
import { type CircleDraft, circleDraftOf, zoneEntryOf } from '#web/shared/zones/zone-draft.ts'

/** A place while its owner enters it. */
export interface PlaceDraft extends CircleDraft {
  watches: PlaceWatch[]
  weatherLevel: PlaceWeatherLevel | null
}

export function draftOf(place: OwnPlace | null): PlaceDraft {
  const { watches = [], weatherLevel = null } = place ?? {}
  return { ...circleDraftOf(place, ownPlacesLimits.startRadiusMetres), watches, weatherLevel }
}

/** What is sent, or what is missing, by field. */
export const entryOf = (draft: PlaceDraft) => zoneEntryOf(ownPlaceEntry, draft)

export function visitsOf(watches: readonly PlaceWatch[], deviceId: string): PlaceVisit[] {
  return watches.find((watch) => watch.deviceId === deviceId)?.visits ?? []
}

/** The other of both switches stays, and so do those of other vehicles. */
export function toggled(watches: readonly PlaceWatch[], deviceId: string, visit: PlaceVisit): PlaceWatch[] {
  const before = visitsOf(watches, deviceId)
  const visits = before.includes(visit) ? before.filter((each) => each !== visit) : [...before, visit]
  const others = watches.filter((watch) => watch.deviceId !== deviceId)
  return visits.length === 0 ? others : [...others, { deviceId, visits }]
}
