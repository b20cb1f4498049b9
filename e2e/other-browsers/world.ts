import type { RunningProduct } from '#e2e/product.ts'
import type { TileServer } from '#e2e/tile-server.ts'

export interface World {
  product: RunningProduct
  tiles: TileServer
}
