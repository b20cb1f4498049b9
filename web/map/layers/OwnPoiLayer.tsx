import { poiExchange } from '#contract/poi-exchange/poi-exchange.ts'
import { ownPoiDrawing } from './poi-drawing.ts'
import { usePoiTiles } from './use-poi-tiles.ts'

interface OwnPoiLayerProps {
  /** Changes when the user has other POIs. */
  version: string
  /** Changes when missing tiles are to be requested again. */
  attempt: number
  /** What was hit: one POI, or several that lie on the same spot. */
  onSelect(ids: string[]): void
  /** Whether a tile in view is missing. */
  onFailure(failed: boolean): void
}

/** Own POIs, which are on nobody else's map: separate tiles with separate clusters. */
export function OwnPoiLayer(props: OwnPoiLayerProps) {
  usePoiTiles(ownPoiDrawing, { address: poiExchange.ownTile.path, visible: true, ...props })
  return null
}
