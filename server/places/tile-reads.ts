import type { Logger } from 'pino'
import { placeNamesServerLimits } from '#contract/places/places-limits.ts'
import { semaphore } from '#server/platform/semaphore.ts'

/** Reads of the base map for those who wait for names. */
export interface TileReads {
  /** Rejects where nobody waits any more, where too many wait, and while the base map is left alone. */
  read<Tile>(work: () => Promise<Tile>, signal: AbortSignal): Promise<Tile>
}

const { tilesAtOnce, tilesWaiting, silentReads, restMs } = placeNamesServerLimits

/**
 * A few reads at once, while others wait. A disk that does not answer (a network's, say) costs nobody more than the patience,
 * and after a few reads without an end nobody waits for it at all: it is asked again after a rest.
 * @param patienceMs after which a read makes room for the next.
 */
export function createTileReads(patienceMs: number, log: Pick<Logger, 'warn'>): TileReads {
  const inTurn = semaphore(tilesAtOnce, { length: tilesWaiting, full: () => new Error('too many wait for tiles') })
  let silentInARow = 0
  let isResting = false
  let isSaid = false

  const answered = () => {
    silentInARow = 0
    isSaid = false
  }
  const silent = () => {
    silentInARow += 1
    if (silentInARow < silentReads || isResting) return
    silentInARow = 0
    isResting = true
    setTimeout(() => (isResting = false), restMs).unref()
    if (!isSaid) log.warn('the base map does not answer: places are named by towns')
    isSaid = true
  }

  const withinPatience = async <Tile>(work: () => Promise<Tile>): Promise<Tile> => {
    const { promise: end, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      silent()
      reject(new Error('a read of the base map that does not end'))
    }, patienceMs)
    try {
      const tile = await Promise.race([work(), end])
      answered()
      return tile
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async read(work, signal) {
      if (isResting) throw new Error('the base map rests')
      return inTurn(async () => {
        signal.throwIfAborted()
        if (isResting) throw new Error('the base map rests')
        return withinPatience(work)
      })
    },
  }
}
