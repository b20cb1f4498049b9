import { Worker } from 'node:worker_threads'
import type { PoiCategory } from '#contract/pois/pois.ts'
import type { LaidPoint } from './laid-points.ts'
import { buffersOf, pointColumns, type IndexedPoi } from './points.ts'
import type { TileAddress } from './tile.ts'
import type { FromIndex, ToIndex } from './tile-index.worker.ts'

/** The tiles of one state of POIs. It does not change: the next state is another index. */
export interface TileIndex {
  /** Before `finish`: some of the POIs. */
  add(pois: readonly IndexedPoi[]): void
  /** When it resolves, tiles can be requested. */
  finish(): Promise<void>
  /**
   * A vector tile, or null if it is empty.
   * @param laid POIs laid over those of this state.
   */
  tile(
    address: TileAddress,
    categories: readonly PoiCategory[],
    laid?: readonly LaidPoint[],
  ): Promise<Uint8Array | null>
  /** Pending queries are still answered; nothing can be asked afterwards. */
  close(): Promise<void>
}

/**
 * What is done with an index before anybody else knows it. If it fails, the index is closed, which frees the memory of its
 * POIs.
 */
export async function orClosing<Answer>(index: Pick<TileIndex, 'close'>, work: Promise<Answer>): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    await index.close()
    throw error
  }
}

/** A thread that makes tiles for all indices begun in it. */
export interface TileThread {
  begin(): TileIndex
  /** Ends the thread once it has answered all queries. */
  close(): Promise<void>
}

/**
 * An index with a thread of its own, which ends with it.
 * @param onLost called when the thread has ended by itself, which it never should.
 */
export function createTileIndex(onLost: (error: Error) => void): TileIndex {
  const thread = createTileThread(onLost)
  return { ...thread.begin(), close: thread.close }
}

/** @param onLost called when the thread has ended by itself, which it never should: its indices are gone. */
export function createTileThread(onLost: (error: Error) => void): TileThread {
  const worker = new Worker(new URL('./tile-index.worker.ts', import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<FromIndex>>()
  let asked = 0
  let begun = 0
  let lost: Error | null = null
  let closing: PromiseWithResolvers<void> | null = null

  worker.on('message', (message: FromIndex) => {
    waiting.get(message.number)?.resolve(message)
    waiting.delete(message.number)
    if (waiting.size === 0) closing?.resolve()
  })
  worker.on('error', lose)
  worker.on('exit', (code) => lose(new Error(`the thread that makes tiles ended with ${code}`)))

  function lose(error: unknown): void {
    if (lost !== null) return
    lost = error instanceof Error ? error : new Error(String(error))
    for (const { reject } of waiting.values()) reject(lost)
    waiting.clear()
    if (closing === null) onLost(lost)
    else closing.resolve()
  }

  function ask(question: (number: number) => ToIndex): Promise<FromIndex> {
    if (lost !== null) return Promise.reject(lost)
    asked += 1
    const answer = Promise.withResolvers<FromIndex>()
    waiting.set(asked, answer)
    post(question(asked))
    return answer.promise
  }

  function post(message: ToIndex, transfer: ArrayBuffer[] = []): void {
    worker.postMessage(message, transfer)
  }

  return {
    begin() {
      begun += 1
      const index = begun
      return {
        add(pois) {
          const columns = pointColumns(pois)
          post({ index, add: columns }, buffersOf(columns))
        },
        async finish() {
          await ask((number) => ({ index, number, finish: true }))
        },
        async tile(address, categories, laid = []) {
          return (await ask((number) => ({ index, number, address, categories, laid }))).tile
        },
        // Queries are answered in order.
        close: async () => post({ index, drop: true }),
      }
    },
    async close() {
      closing ??= Promise.withResolvers<void>()
      if (waiting.size === 0) closing.resolve()
      await closing.promise
      await worker.terminate()
    },
  }
}
