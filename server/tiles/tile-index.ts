import { Worker } from 'node:worker_threads'
import type { Poi, PoiCategory } from '#contract/pois.ts'
import type { LaidPoint } from './laid-points.ts'
import { buffersOf, columnsOf } from './points.ts'
import type { TileAddress } from './tile.ts'
import type { FromIndex, ToIndex } from './tile-index.worker.ts'

/** The tiles of one state of POIs. It does not change: the next state is the next index. */
export interface TileIndex {
  /** Before `finish`: some of the POIs. */
  add(pois: readonly Poi[]): void
  /** When it resolves, tiles can be had. */
  finish(): Promise<void>
  /**
   * A vector tile, or null where there is nothing.
   * @param laid POIs laid over those of this state.
   */
  tile(
    address: TileAddress,
    categories: readonly PoiCategory[],
    laid?: readonly LaidPoint[],
  ): Promise<Uint8Array | null>
  /** Ends the thread, once it has answered what it was asked. */
  close(): Promise<void>
}

interface Waiting {
  answer(message: FromIndex): void
  fail(error: Error): void
}

const ready = 'ready'

/** @param onLost told when the thread has ended by itself, which it never should. */
export function createTileIndex(onLost: (error: Error) => void): TileIndex {
  const worker = new Worker(new URL('./tile-index.worker.ts', import.meta.url))
  const waiting = new Map<number | typeof ready, Waiting>()
  let asked = 0
  let lost: Error | null = null
  let closing: PromiseWithResolvers<void> | null = null

  worker.on('message', (message: FromIndex) => {
    const key = 'ready' in message ? ready : message.number
    waiting.get(key)?.answer(message)
    waiting.delete(key)
    if (waiting.size === 0) closing?.resolve()
  })
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`the thread that makes tiles ended with ${code}`)))

  function lose(error: unknown): void {
    if (lost !== null) return
    lost = error instanceof Error ? error : new Error(String(error))
    for (const { fail } of waiting.values()) fail(lost)
    waiting.clear()
    if (closing === null) onLost(lost)
    else closing.resolve()
  }

  function ask(key: number | typeof ready, message: ToIndex): Promise<FromIndex> {
    if (lost !== null) return Promise.reject(lost)
    const { promise, resolve, reject } = Promise.withResolvers<FromIndex>()
    waiting.set(key, { answer: resolve, fail: reject })
    post(message)
    return promise
  }

  function post(message: ToIndex, transfer: ArrayBuffer[] = []): void {
    worker.postMessage(message, transfer)
  }

  return {
    add(pois) {
      const columns = columnsOf(pois)
      post({ add: columns }, buffersOf(columns))
    },
    async finish() {
      await ask(ready, { finish: true })
    },
    async tile(address, categories, laid = []) {
      asked += 1
      const message = await ask(asked, { number: asked, address, categories, laid })
      return 'tile' in message ? message.tile : null
    },
    async close() {
      closing ??= Promise.withResolvers<void>()
      if (waiting.size === 0) closing.resolve()
      await closing.promise
      await worker.terminate()
    },
  }
}
