import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { poisLimits } from '#contract/pois/pois-limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type PoiBase, type PoiSnapshot, shownOf, takePoiBase } from './poi-snapshot.ts'
import type { PoisStore } from './pois.store.ts'
import { type NearReports, readReportedLayer, type ReportedLayer } from './reported-layer.ts'
import { Problem } from '#server/http/problem.ts'
import { createTileIndex, orClosing, type TileIndex } from '#server/tiles/tile-index.ts'
import { isDatabaseAway } from '#server/platform/outage.ts'

/** A world's POIs as they are shown: prepared in the background and swapped in when they are ready. */
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
  /** Called with the tag of every state that begins to be shown. */
  onShown?: (tag: string) => void
  createIndex?: (onLost: (error: Error) => void) => TileIndex
}

/** Creates a publication; it shows nothing before the first `look`. */
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

  /** Works until there is nothing newer. What arrives during a round is for the next one. */
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
          // An outage of the database is logged once elsewhere, not every second here.
          if (!isDatabaseAway(error)) {
            log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'POIs could not be published')
          }
          again = true
          await sleep(poisLimits.lookForChangesMs)
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
      // Changes come in groups, as by an import or a reset of the demo world. After long work, the pause is as long.
      await sleep(Math.max(poisLimits.publishTogetherMs, tookMs), undefined, { signal: end.signal })
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
    // Publishes the POI reports that came meanwhile.
    reportRounds.look()
    await before?.close()
  }

  async function isBaseOutdated({ version, until }: PoiBase): Promise<boolean> {
    return indexLost || isPast(until) || version !== (await store.versions()).pois
  }

  /** POI reports are shown at once, on top of the present state. */
  async function publishReports(): Promise<void> {
    if (base === null || layer === null) return
    if (!isPast(layer.until) && layer.version === (await store.versions()).reports) return
    const [onto, beside] = [base, near]
    const next = await readReportedLayer(store, beside, clock.now())
    // If the base has changed meanwhile, it has its own layer already.
    if (base === onto) show(base, next)
    await sleep(poisLimits.publishTogetherMs, undefined, { signal: end.signal })
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

  /** POIs expire without a notification, so the clock is checked. */
  const watch = setInterval(() => {
    if (isPast(base?.until ?? null) || isPast(layer?.until ?? null)) look()
  }, poisLimits.lookForChangesMs)

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
  await sleep(poisLimits.firstPublicationMs, undefined, { ref: false })
  throw new Problem('UNAVAILABLE', { retryAfter: poisLimits.firstPublicationRetrySeconds })
}
