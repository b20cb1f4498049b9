import { ownPoiSource } from '#contract/poi-exchange/poi-exchange.ts'
import type { Poi, PoiCategory } from '#contract/pois/pois.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { poiTypeNames } from '#web/texts/pois.ts'
import { poisTexts } from '../texts.ts'

/** A POI's name and the category that its symbol shows; own POIs have none. */
export function poiTitle(poi: Poi): { title: string; category: PoiCategory | null } {
  if (poi.details.source === ownPoiSource) return { title: poisTexts.ownPoi, category: null }
  return { title: poiTypeNames[poi.poiType], category: categoryOf(poi.poiType) }
}
