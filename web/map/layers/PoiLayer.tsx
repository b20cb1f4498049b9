import { type PoiCategory, poiCategories, pois } from '#contract/pois/pois.ts'
import type { ExpressionSpecification } from 'maplibre-gl'
import { useEffect } from 'react'
import { useMap } from '#web/map/canvas/map-context.ts'
import { isSingle, poiDrawing, singlePoiLayer } from './poi-drawing.ts'
import { type CountsInView, useCountsInView } from '#web/map/canvas/use-counts-in-view.ts'
import { usePoiTiles } from './use-poi-tiles.ts'

interface PoiLayerProps {
  categories: readonly PoiCategory[]
  /** The ids of POIs that are left out; clusters count them all the same. */
  hidden: readonly string[]
  /** Changes when the server has other POIs; null until it is known. */
  version: string | null
  /** Changes when missing tiles are to be requested again. */
  attempt: number
  /** What was hit: one POI, or several that lie on the same spot, the topmost first. */
  onSelect(ids: string[]): void
  /** Whether a tile in view is missing. */
  onFailure(failed: boolean): void
  /** How many the map shows of each category, once it has come to rest. */
  onCounts(counts: CountsInView): void
}

/** POIs as symbols, clustered by the server with their number and mix: vector tiles. */
export function PoiLayer({ categories, hidden, onCounts, ...rest }: PoiLayerProps) {
  usePoiTiles(poiDrawing, { address: tileAddress(categories), visible: categories.length > 0, ...rest })
  useLeftOut(hidden)
  useCountsInView(hidden, onCounts)
  return null
}

/** The tiles are the same for everybody, so it is the browser that leaves them out. */
function useLeftOut(ids: readonly string[]): void {
  const { map } = useMap()
  useEffect(() => {
    const isLeftOut: ExpressionSpecification = ['in', ['get', 'id'], ['literal', [...ids]]]
    map.setFilter(singlePoiLayer, ['all', isSingle, ['!', isLeftOut]])
  }, [map, ids])
}

function tileAddress(categories: readonly PoiCategory[]): string {
  const named = poiCategories.filter((category) => categories.includes(category))
  const isAll = named.length === poiCategories.length || named.length === 0
  return isAll ? pois.tile.path : `${pois.tile.path}?categories=${named.join(',')}`
}
