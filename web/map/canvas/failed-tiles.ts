import type { Map as MapLibreMap } from 'maplibre-gl'

export interface FailedTiles {
  /** Requests them again. Also to be called before any other request to their source: MapLibre would wait for them for ever. */
  askAgain(): void
  stop(): void
}

/**
 * Follows which tiles in view failed: MapLibre requests those again only once they have left the view.
 * @param isWatched whether tiles of this source count.
 * @param onChange receives whether there are any.
 */
export function followFailedTiles(
  map: MapLibreMap,
  isWatched: (source: string) => boolean,
  onChange: (failed: boolean) => void,
): FailedTiles {
  const failed = new Map<unknown, FailedTile>()
  const forget = ({ sourceId, tile }: { sourceId: string; tile: unknown }) => {
    if (tile === undefined || !isWatched(sourceId)) return
    failed.delete(tile)
    onChange(failed.size > 0)
  }
  const subscriptions = [
    map.on('error', (event) => {
      const [source, tile] = [valueIn(event, 'sourceId'), valueIn(event, 'tile')]
      if (typeof source !== 'string' || !isWatched(source)) return
      const address = addressOf(tile)
      if (address !== null) failed.set(tile, { source, address })
      // What the tile showed before is drawn again only when it comes whole: „not modified“ raises no event.
      if (isObject(tile)) Reflect.deleteProperty(tile, 'etag')
      onChange(true)
    }),
    map.on('sourcedata', (event) => {
      if (valueIn(event.tile, 'state') === 'loaded') forget(event)
    }),
    map.on('sourcedataabort', forget),
  ]
  return {
    askAgain() {
      // Tiles that are loading already are not missing.
      const missing = [...failed].filter(([tile]) => valueIn(tile, 'state') === 'errored')
      for (const id of new Set(missing.map(([, { source }]) => source))) {
        const source = map.getSource(id)
        if (source === undefined) continue
        const ofSource = missing.filter(([, where]) => where.source === id)
        map.refreshTiles(
          id,
          ofSource.map(([, { address }]) => address),
        )
        // MapLibre assumes that a tile can be drawn while it is refreshed, but a picture that never came cannot.
        if (source.type === 'raster')
          for (const [tile] of ofSource) if (isObject(tile)) Reflect.set(tile, 'state', 'loading')
      }
    },
    stop() {
      for (const subscription of subscriptions) subscription.unsubscribe()
    },
  }
}

interface FailedTile {
  source: string
  address: { x: number; y: number; z: number }
}

function addressOf(tile: unknown): FailedTile['address'] | null {
  const canonical = valueIn(valueIn(tile, 'tileID'), 'canonical')
  const [x, y, z] = ['x', 'y', 'z'].map((name) => valueIn(canonical, name))
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? { x, y, z } : null
}

/** What MapLibre puts on its events without saying so in its types: the source of a failed tile, a tile's state. */
export function valueIn(thing: unknown, name: string): unknown {
  return isObject(thing) ? Reflect.get(thing, name) : undefined
}

function isObject(thing: unknown): thing is object {
  return typeof thing === 'object' && thing !== null
}
