import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { limits } from '#contract/limits.ts'
import type { Clock } from '#server/clock.ts'
import { type PoiBase, type PoiSnapshot, shownOf, takePoiBase } from './poi-snapshot.ts'
import type { PoisStore } from './pois.store.ts'
import { type NearReports, readReportedLayer, type ReportedLayer } from './reported-layer.ts'
import { Problem } from '#server/http/problem.ts'
import { createTileIndex, orClosing, type TileIndex } from '#server/tiles/tile-index.ts'
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
  let base: PoiBase | null = null
  let layer: ReportedLayer | null = null
  let current: PoiSnapshot | null = null
  let near: NearReports = new Map()
  let indexLost = false
  let tookMs = 0
  const first = Promise.withResolvers<PoiSnapshot>()
  const end = new AbortController()
  const baseRounds = createRounds(publishBase)
  const reportRounds = createRounds(publishReports)

  /** Works until there is nothing newer; what comes while it is at it waits for the next turn. */
  function createRounds(work: () => Promise<void>) {
    let again = false
    let running: Promise<void> | null = null

    async function run(): Promise<void> {
      while (again && !end.signal.aborted) {
        again = false
        try {
          await work()
        } catch (error) {
          if (end.signal.aborted) break
          // That the database is away is said once, not every second.
          if (!isDatabaseAway(error)) {
            log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'POIs could not be published')
          }
          again = true
          await sleep(limits.pois.lookForChangesMs)
        }
      }
      running = null
    }

    return {
      look(): void {
        again = true
        running ??= run()
      },
      ended: async () => running,
    }
  }

  async function publishBase(): Promise<void> {
    if (base !== null) {
      if (!(await isBaseOutdated(base))) return
      // Changes come in groups: an import, the demo world built anew. And after long work comes as long a rest.
      await sleep(Math.max(limits.pois.publishTogetherMs, tookMs), undefined, { signal: end.signal })
    }
    const beganAt = clock.now().getTime()
    const next = await takePoiBase({ store, clock, createIndex: () => createIndex(indexWasLost) }, end.signal)
    tookMs = clock.now().getTime() - beganAt
    const nearNext: NearReports = new Map()
    const layerNext = await orClosing(next, readReportedLayer(store, nearNext, clock.now()))
    const before = base
    base = next
    near = nearNext
    indexLost = false
    show(next, layerNext)
    // Reports that came meanwhile.
    reportRounds.look()
    await before?.close()
  }

  async function isBaseOutdated({ version, until }: PoiBase): Promise<boolean> {
    return indexLost || isPast(until) || version !== (await store.versions()).pois
  }

  /** What users report is shown at once, on whatever else is shown. */
  async function publishReports(): Promise<void> {
    if (base === null || layer === null) return
    if (!isPast(layer.until) && layer.version === (await store.versions()).reports) return
    const [onto, beside] = [base, near]
    const next = await readReportedLayer(store, beside, clock.now())
    // Another base has another one already.
    if (base === onto) show(base, next)
    await sleep(limits.pois.publishTogetherMs, undefined, { signal: end.signal })
    reportRounds.look()
  }

  function show(shownBase: PoiBase, shownLayer: ReportedLayer): void {
    const isFirst = current === null
    layer = shownLayer
    current = shownOf(shownBase, shownLayer)
    first.resolve(current)
    if (!isFirst) onShown?.(current.tag)
  }

  function isPast(until: Date | null): boolean {
    return until !== null && until <= clock.now()
  }

  function indexWasLost(error: Error): void {
    log.error({ error: error.name }, 'the map is without tiles until they are made anew')
    indexLost = true
    look()
  }

  function look(): void {
    baseRounds.look()
    reportRounds.look()
  }

  /** Time passes without telling anybody. */
  const watch = setInterval(() => {
    if (isPast(base?.until ?? null) || isPast(layer?.until ?? null)) look()
  }, limits.pois.lookForChangesMs)

  return {
    look,
    shown: async () => current ?? Promise.race([first.promise, tooLate()]),
    async close() {
      clearInterval(watch)
      end.abort()
      await Promise.all([baseRounds.ended(), reportRounds.ended()])
      await base?.close()
    },
  }
}

async function tooLate(): Promise<never> {
  await sleep(limits.pois.firstPublicationMs, undefined, { ref: false })
  throw new Problem('UNAVAILABLE', { retryAfter: limits.pois.firstPublicationRetrySeconds })
}
