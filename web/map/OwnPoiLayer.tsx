import { poiExchange } from '#contract/poi-exchange.ts'
import { ownPoiDrawing } from './poi-drawing.ts'
import { usePoiTiles } from './use-poi-tiles.ts'

interface OwnPoiLayerProps {
  /** Changes when the user has others. */
  version: string
  /** Changes when what did not come is to be asked for again. */
  attempt: number
  /** What was hit: one POI, or several that lie on the same spot. */
  onSelect(ids: string[]): void
  /** Whether a tile in view did not come. */
  onFailure(failed: boolean): void
}

/** What a user brought along, on nobody else's map: tiles of their own, in clusters of their own. */
export function OwnPoiLayer(props: OwnPoiLayerProps) {
  usePoiTiles(ownPoiDrawing, { address: poiExchange.ownTile.path, visible: true, ...props })
  return null
}
