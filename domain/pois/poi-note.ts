import type { Poi } from '#contract/pois/pois.ts'
import { type HotspotWords, hotspotInWords } from '#domain/hotspots/hotspot-words.ts'

/** What statistics say of a POI, in words; null where it is of another kind. */
export function statisticsOf({ poiType, details: { note } }: Pick<Poi, 'poiType' | 'details'>): HotspotWords | null {
  return poiType === 'AccidentHotspotMoto' && note !== undefined ? hotspotInWords(note) : null
}

/** A POI's note as people read it; null if it has none. */
export function noteInWords(poi: Pick<Poi, 'poiType' | 'details'>): string | null {
  return statisticsOf(poi)?.reason ?? poi.details.note ?? null
}
