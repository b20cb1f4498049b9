import { type PoiCategory, poiCategories, pois } from '#contract/pois.ts'
import { poiDrawing } from './poi-drawing.ts'
import { usePoiTiles } from './use-poi-tiles.ts'

interface PoiLayerProps {
  categories: readonly PoiCategory[]
  /** Changes when the server has other POIs; null until it is known. */
  version: string | null
  /** Changes when what did not come is to be asked for again. */
  attempt: number
  /** What was hit: one POI, or several that lie on the same spot, the topmost first. */
  onSelect(ids: string[]): void
  /** Whether a tile in view did not come. */
  onFailure(failed: boolean): void
}

/** POIs as symbols, gathered by the server into clusters that tell their number and mix: vector tiles. */
export function PoiLayer({ categories, ...told }: PoiLayerProps) {
  usePoiTiles(poiDrawing, { address: tileAddress(categories), visible: categories.length > 0, ...told })
  return null
}

function tileAddress(categories: readonly PoiCategory[]): string {
  const named = poiCategories.filter((category) => categories.includes(category))
  const isAll = named.length === poiCategories.length || named.length === 0
  return isAll ? pois.tile.path : `${pois.tile.path}?categories=${named.join(',')}`
}
