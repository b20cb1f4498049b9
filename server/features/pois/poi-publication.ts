import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { limits } from '#contract/limits.ts'
import type { Clock } from '#server/clock.ts'
import { type PoiSnapshot, takePoiSnapshot } from './poi-snapshot.ts'
import type { PoisStore } from './pois.store.ts'
import { Problem } from '#server/http/problem.ts'
import { createTileIndex, type TileIndex } from '#server/tiles/tile-index.ts'
import { isDatabaseAway } from '#server/outage.ts'

/** What everybody is shown of a world's POIs, made anew beside it and exchanged when it is ready. */
export interface PoiPublication {
  /** What is shown now. @throws {Problem} UNAVAILABLE, when after a start there is nothing yet. */
  shown(): Promise<PoiSnapshot>
  /** Looks whether POIs have changed or expired, and if so publishes them. */
  look(): void
  close(): Promise<void>
}

interface Parts {
  store: PoisStore
  clock: Clock
  log: Logger
  /** Told the tag of every state that is shown from now on. */
  onShown?: (tag: string) => void
  createIndex?: (onLost: (error: Error) => void) => TileIndex
}

/** Publishes nothing before the first `look`. */
export function createPoiPublication(parts: Parts): PoiPublication {
  const { store, clock, log, onShown, createIndex = createTileIndex } = parts
  let current: PoiSnapshot | null = null
  let lookAgain = false
  let looking: Promise<void> | null = null
  let indexLost = false
  let tookMs = 0
  const first = Promise.withResolvers<PoiSnapshot>()
  const end = new AbortController()

  /** Publishes until there is nothing newer; what comes while it is at it waits for the next turn. */
  async function publishNews(): Promise<void> {
    while (lookAgain && !end.signal.aborted) {
      lookAgain = false
      try {
        await publishWhatIsNew()
      } catch (error) {
        if (end.signal.aborted) break
        // That the database is away is said once, not every second.
        if (!isDatabaseAway(error)) {
          log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'POIs could not be published')
        }
        lookAgain = true
        await sleep(limits.pois.lookForChangesMs)
      }
    }
    looking = null
  }

  async function publishWhatIsNew(): Promise<void> {
    if (current !== null) {
      if (!(await isOutdated(current))) return
      // Changes come in groups: an import, the demo world built anew. And after long work comes as long a rest.
      await sleep(Math.max(limits.pois.publishTogetherMs, tookMs), undefined, { signal: end.signal })
    }
    const beganAt = clock.now().getTime()
    const next = await takePoiSnapshot({ store, clock, createIndex: () => createIndex(indexWasLost) }, end.signal)
    tookMs = clock.now().getTime() - beganAt
    const before = current
    current = next
    indexLost = false
    first.resolve(next)
    if (before !== null) onShown?.(next.tag)
    await before?.close()
  }

  async function isOutdated({ version, until }: PoiSnapshot): Promise<boolean> {
    return indexLost || (until !== null && until <= clock.now()) || version !== (await store.version())
  }

  function indexWasLost(error: Error): void {
    log.error({ error: error.name }, 'the map is without tiles until they are made anew')
    indexLost = true
    look()
  }

  function look(): void {
    lookAgain = true
    looking ??= publishNews()
  }

  /** Time passes without telling anybody. */
  const watch = setInterval(() => {
    const until = current?.until ?? null
    if (until !== null && until <= clock.now()) look()
  }, limits.pois.lookForChangesMs)

  return {
    look,
    shown: async () => current ?? Promise.race([first.promise, tooLate()]),
    async close() {
      clearInterval(watch)
      end.abort()
      await looking
      await current?.close()
    },
  }
}

async function tooLate(): Promise<never> {
  await sleep(limits.pois.firstPublicationMs, undefined, { ref: false })
  throw new Problem('UNAVAILABLE', { retryAfter: limits.pois.firstPublicationRetrySeconds })
}
