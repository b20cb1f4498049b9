import { type PoiCategory, poiCategories, pois } from '#contract/pois.ts'
import { poiDrawing } from './poi-drawing.ts'
import { usePoiTiles } from './use-poi-tiles.ts'

interface PoiLayerProps {
  categories: readonly PoiCategory[]
  /** Changes when the server has other POIs; null until it is known. */
  version: string | null
  /** Changes when missing tiles are to be requested again. */
  attempt: number
  /** What was hit: one POI, or several that lie on the same spot, the topmost first. */
  onSelect(ids: string[]): void
  /** Whether a tile in view is missing. */
  onFailure(failed: boolean): void
}

/** POIs as symbols, clustered by the server with their number and mix: vector tiles. */
export function PoiLayer({ categories, ...rest }: PoiLayerProps) {
  usePoiTiles(poiDrawing, { address: tileAddress(categories), visible: categories.length > 0, ...rest })
  return null
}

function tileAddress(categories: readonly PoiCategory[]): string {
  const named = poiCategories.filter((category) => categories.includes(category))
  const isAll = named.length === poiCategories.length || named.length === 0
  return isAll ? pois.tile.path : `${pois.tile.path}?categories=${named.join(',')}`
}
