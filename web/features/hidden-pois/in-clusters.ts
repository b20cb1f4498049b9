import type { HiddenPoi } from '#contract/hidden-pois/hidden-pois.ts'
import type { PoiCategory } from '#contract/pois/pois.ts'
import { type Box, isInside } from '#domain/geo/geo.ts'
import { lastClusteredZoom } from '#domain/geo/map.ts'
import { categoryOf } from '#domain/pois/pois.ts'
import { hiddenPoisTexts } from './texts.ts'

/**
 * What the numbers of clusters count although the user has hidden it: tiles are the same for everybody. Some of them may be
 * in no cluster. False where none can be.
 */
export function hiddenInClustersInWords(
  hidden: readonly HiddenPoi[],
  view: { box: Box; zoom: number } | null,
  categories: readonly PoiCategory[],
): string | false {
  if (view === null || view.zoom >= lastClusteredZoom + 1) return false
  const inView = hidden.filter((poi) => categories.includes(categoryOf(poi.poiType)) && isInside(view.box, poi))
  return inView.length > 0 && hiddenPoisTexts.inClusters(inView.length)
}
