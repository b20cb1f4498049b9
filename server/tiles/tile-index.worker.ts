/*
 * The thread that makes tiles. It is given the POIs of one state of a world, makes its index of them, and from then on
 * tiles: for as long as that state is shown. The next state gets a thread of its own, so that no tile waits for it.
 */
import { parentPort } from 'node:worker_threads'
import type { PoiCategory } from '#contract/pois.ts'
import { type Clusters, clusterPoints } from './clusters.ts'
import type { LaidPoint } from './laid-points.ts'
import { type PointColumns, pointsOf } from './points.ts'
import { encodeTile, type TileAddress } from './tile.ts'

export type ToIndex =
  | { add: PointColumns }
  | { finish: true }
  | { number: number; address: TileAddress; categories: readonly PoiCategory[]; laid: readonly LaidPoint[] }

export type FromIndex = { ready: true } | { number: number; tile: Uint8Array | null }

let added: PointColumns[] = []
let clusters: Clusters | null = null

parentPort?.on('message', (message: ToIndex) => {
  if ('add' in message) added.push(message.add)
  else if ('finish' in message) {
    const points = pointsOf(added)
    added = []
    clusters = clusterPoints(points)
    tell({ ready: true })
  } else {
    if (clusters === null) throw new Error('a tile was asked for before the index was finished')
    tell({ number: message.number, tile: encodeTile(clusters, message.address, message.categories, message.laid) })
  }
})

function tell(message: FromIndex): void {
  // A port between threads, not between windows: there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(message)
}
