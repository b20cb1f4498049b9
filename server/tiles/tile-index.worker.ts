/*
 * The thread that makes tiles, for one index or several that share it. An index receives the POIs of one state, is
 * clustered, and then answers with tiles until it is dropped. It does not change: another state is another index.
 */
import { parentPort } from 'node:worker_threads'
import type { PoiCategory } from '#contract/pois/pois.ts'
import { type Clusters, clusterPoints } from './clusters.ts'
import type { LaidPoint } from './laid-points.ts'
import { type PointColumns, pointsOf } from './points.ts'
import { encodeTile, type TileAddress } from './tile.ts'

export type ToIndex = { index: number } & (
  | { add: PointColumns }
  | { drop: true }
  | { number: number; finish: true }
  | { number: number; address: TileAddress; categories: readonly PoiCategory[]; laid: readonly LaidPoint[] }
)

export type FromIndex = { number: number; tile: Uint8Array | null }

const added = new Map<number, PointColumns[]>()
const finished = new Map<number, Clusters>()

parentPort?.on('message', (message: ToIndex) => {
  const { index } = message
  if ('add' in message) {
    const parts = added.get(index)
    if (parts === undefined) added.set(index, [message.add])
    else parts.push(message.add)
  } else if ('drop' in message) {
    added.delete(index)
    finished.delete(index)
  } else if ('finish' in message) {
    finished.set(index, clusterPoints(pointsOf(added.get(index) ?? [])))
    added.delete(index)
    answer({ number: message.number, tile: null })
  } else {
    const clusters = finished.get(index)
    if (clusters === undefined) throw new Error('a tile was asked for before the index was finished')
    answer({ number: message.number, tile: encodeTile(clusters, message.address, message.categories, message.laid) })
  }
})

function answer(message: FromIndex): void {
  // A port between threads, not between windows: there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(message)
}
