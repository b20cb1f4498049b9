import { hotspotsServerLimits } from '#contract/limits/hotspots-limits.ts'
import { countsByCategory } from '#domain/pois/pois.ts'
import { partsLookedAt } from '#domain/hotspots/hotspots.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Changes, ImportTarget } from '#server/db/connection/editions.ts'
import type { Trust } from '#server/features/feeds/feeds.service.ts'
import type { Begun, FeedsStore } from '#server/features/feeds/feeds.store.ts'
import { type SourceDoubt, doubtInWords, doubtOf } from '#domain/feeds/shrinking-sources.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'
import { UnreadableFile } from '#server/feeds/table-file.ts'
import { unfallatlas } from '#server/feeds/unfallatlas.ts'
import type { PlaceFinder } from '#server/places/built-up-areas.ts'
import type { AccidentsStore } from './accidents.store.ts'
import type { FetchTable } from './fetch-table.ts'
import { findHotspots } from './find-hotspots.ts'
import { type FileLine, stageAccidents, type StagedCounts } from './stage-accidents.ts'

/** What an import of accidents is doing, and its share done, 0 to 1. */
export interface Progress {
  step: 'reading' | 'searching'
  share: number
}

export type AccidentImport =
  | {
      outcome: 'imported'
      /** The same counts as other feeds: read, kept, dropped by reason; added, changed and removed hotspots. */
      counts: Record<string, number>
      hotspots: number
      /** The first lines that were left out although they are about a motorcycle, by reason. */
      lines: Record<string, FileLine[]>
    }
  /** Nothing changed; the reason in German. */
  | { outcome: 'failed'; reason: string }

interface Parts {
  states: FeedsStore
  accidents: AccidentsStore
  pois: ImportTarget<PoiRecord>
  placeFinder: () => Promise<PlaceFinder>
  fetchTable: FetchTable
  clock: Clock
}

interface HowToImport extends Trust {
  onProgress?: (progress: Progress) => void
}

export type HotspotsService = ReturnType<typeof createHotspotsService>

/**
 * Imports of the Unfallatlas: accidents, which are stored, and the hotspots found in them, which are shown. Both change at
 * once, with the feed's edition.
 */
export function createHotspotsService(parts: Parts) {
  const { states, clock, fetchTable } = parts
  const feed = unfallatlas.name

  const fail = async (reason: string, doubt: SourceDoubt | null = null): Promise<AccidentImport> => {
    await states.failed(feed, clock.now(), { reason, notBefore: null, doubt })
    return { outcome: 'failed', reason }
  }

  /** First it deletes what it has written, because the next import may begin then and write to the same edition. */
  const giveUp = async (begun: Begun): Promise<void> => {
    try {
      await parts.accidents.removeUnpublished(begun.edition)
    } finally {
      await states.abandon(begun)
    }
  }

  /** Imports tables, zipped or not; what they do not contain stays. */
  const importFiles = async (
    paths: readonly string[],
    { onProgress = () => undefined, acceptLess = false }: HowToImport = {},
  ): Promise<AccidentImport> => {
    const begun = await states.begin(feed, clock.now())
    if (begun === null) return { outcome: 'failed', reason: 'Ein anderer Import dieser Quelle läuft gerade' }
    try {
      const staged = await stage(parts, begun.edition, paths, onProgress)
      const records = await search(parts, begun.edition, begun.at, onProgress)
      const less = acceptLess ? null : await lessThanBefore(parts, begun.edition, records.length)
      if (less !== null) {
        await giveUp(begun)
        return await fail(less.reason, less.doubt)
      }
      const counts = countsOf(staged)
      const changes = await parts.pois.replace(
        { source: feed, attribution: unfallatlas.attribution, edition: begun.edition, at: begun.at, records },
        (queries, changed) => states.publish(queries, begun, { outcome: { ...counts, ...changed }, etag: null }),
      )
      await parts.accidents.removeSuperseded(begun.edition)
      return imported(staged, changes, records.length)
    } catch (error) {
      if (error instanceof UnreadableFile) {
        await giveUp(begun)
        return fail(error.message)
      }
      await states.abandon(begun)
      throw error
    }
  }

  return {
    importFiles,

    /** The parts of the accidents in which the hotspots that are shown were searched. */
    async partsShown(): Promise<number[]> {
      const stored = await parts.accidents.partsAt(await states.edition(feed))
      return partsLookedAt(stored, clock.now().getUTCFullYear()).map(({ id }) => id)
    },

    /** Downloads the newest of the last years that is missing, and imports it. */
    async refresh(how?: HowToImport): Promise<AccidentImport | { outcome: 'unchanged' }> {
      const known = await parts.accidents.completeYears(feed)
      for (const year of lastYears(clock.now()).filter((each) => !known.includes(each))) {
        const table = await fetchTable(unfallatlas.urlOf(year))
        if ('failure' in table) return fail(table.failure)
        if ('absent' in table) continue
        try {
          return await importFiles([table.path], how)
        } finally {
          await table.remove()
        }
      }
      await states.unchanged(feed, clock.now())
      return { outcome: 'unchanged' }
    },
  }
}

/**
 * Whether these tables would leave a year with far fewer accidents than were known, or far fewer hotspots: then a table was
 * cut short.
 */
async function lessThanBefore({ states, accidents, pois, clock }: Parts, edition: number, hotspots: number) {
  const feed = unfallatlas.name
  const found = await pois.present(feed, clock.now())
  const shown = { ...(await accidents.countsByYear(edition - 1)), ...found }
  // Those without any comparison were found by another rule, so nothing follows from their number.
  const wereCompared = (await accidents.partsAt(edition - 1)).some(({ withOthers }) => withOthers)
  const named = {
    ...(await accidents.countsByYear(edition)),
    ...(wereCompared ? countsByCategory([{ type: 'AccidentHotspotMoto', count: hotspots }]) : found),
  }
  const doubt = doubtOf(named, shown, await states.doubt(feed), clock.now())
  return doubt === null ? null : { doubt, reason: doubtInWords(doubt, shown) }
}

/** The years in which hotspots are searched, newest first. The last year has no table before summer. */
function lastYears(now: Date): number[] {
  return Array.from({ length: hotspotsServerLimits.years + 1 }, (_, index) => now.getUTCFullYear() - 1 - index)
}

async function stage(
  { accidents: store, placeFinder }: Parts,
  edition: number,
  paths: readonly string[],
  onProgress: (progress: Progress) => void,
): Promise<StagedCounts> {
  await store.removeUnpublished(edition)
  return stageAccidents({ store, finder: await placeFinder() }, { edition, paths }, (share) =>
    onProgress({ step: 'reading', share }),
  )
}

async function search(
  { accidents: store, placeFinder }: Parts,
  edition: number,
  at: Date,
  onProgress: (progress: Progress) => void,
): Promise<PoiRecord[]> {
  const where = { store, finder: await placeFinder(), source: unfallatlas.name }
  return findHotspots(where, { edition, thisYear: at.getUTCFullYear() }, (share) =>
    onProgress({ step: 'searching', share }),
  )
}

function countsOf({ read, kept, swapped, dropped }: StagedCounts): Record<string, number> {
  const reasons = [...dropped].map(([reason, { count }]) => [reason, count] as const)
  return { read, kept, swapped, ...Object.fromEntries(reasons) }
}

function imported(staged: StagedCounts, changes: Changes, hotspots: number): AccidentImport {
  const lines = [...staged.dropped].flatMap(([reason, dropped]) =>
    reason === 'withoutMotorcycle' ? [] : [[reason, dropped.lines] as const],
  )
  return {
    outcome: 'imported',
    counts: { ...countsOf(staged), ...changes },
    hotspots,
    lines: Object.fromEntries(lines),
  }
}
