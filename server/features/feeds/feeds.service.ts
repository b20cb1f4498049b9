import type { Instant } from '#contract/place.ts'
import type { Clock } from '#server/clock.ts'
import type { Download } from './download.ts'
import type { Begun, FeedsStore, FeedState } from './feeds.store.ts'
import type { ImportTarget } from '#server/db/editions.ts'
import type { Feed, FeedFile, FeedReading, PoiRecord, Source, WarningRecord } from '#server/feeds/feed.ts'

export type ImportResult =
  /** `counts`: read, kept, added, changed, removed, swapped, and how many were dropped for which reason. */
  | { outcome: 'imported'; counts: Record<string, number> }
  /** The source still has what was imported last. */
  | { outcome: 'unchanged' }
  /** Nothing changed, for a reason in German. */
  | { outcome: 'failed'; reason: string }

interface Parts {
  states: FeedsStore
  pois: ImportTarget<PoiRecord>
  weather: ImportTarget<WarningRecord>
  download: Download
  clock: Clock
}

export type FeedsService = ReturnType<typeof createFeedsService>

/**
 * Imports of open data. One that fails, or brings nothing where there was something, leaves the last good state and
 * records why (design, section 5.5).
 */
export function createFeedsService(parts: Parts) {
  const { states, download, clock } = parts

  const fail = async (feed: Feed, reason: string): Promise<ImportResult> => {
    await states.failed(feed.name, clock.now(), reason)
    return { outcome: 'failed', reason }
  }

  const importFiles = async (
    feed: Feed,
    files: readonly FeedFile[],
    etag: string | null = null,
  ): Promise<ImportResult> => {
    const prepared = await prepare(parts, feed, files)
    if ('failure' in prepared) return fail(feed, prepared.failure)
    const begun = await states.begin(feed.name, clock.now())
    if (begun === null) return { outcome: 'failed', reason: 'Ein anderer Import dieser Quelle läuft gerade' }
    try {
      return { outcome: 'imported', counts: await prepared.write(begun, etag) }
    } catch (error) {
      await states.abandon(begun)
      throw error
    }
  }

  return {
    /** Imports files as the whole present state of a source. */
    importFiles,

    /** Asks the source for its present state and imports it. */
    async refresh(feed: Feed): Promise<ImportResult> {
      const answer = await download(feed.request, await states.etag(feed.name))
      if ('failure' in answer) return fail(feed, answer.failure)
      if ('file' in answer) return importFiles(feed, [answer.file], answer.etag)
      await states.unchanged(feed.name, clock.now())
      return { outcome: 'unchanged' }
    },

    states: (): Promise<FeedState[]> => states.list(),
  }
}

/** What was read, ready to be written as the edition that has begun. */
type Prepared = { failure: string } | { write(begun: Begun, etag: string | null): Promise<Record<string, number>> }

function prepare(parts: Parts, feed: Feed, files: readonly FeedFile[]): Promise<Prepared> {
  if (feed.kind === 'pois') return prepareFor(parts.pois, parts, feed, files, ({ expiresAt }) => expiresAt)
  return prepareFor(parts.weather, parts, feed, files, ({ validUntil }) => validUntil)
}

async function prepareFor<Entry>(
  target: ImportTarget<Entry>,
  { states, clock }: Parts,
  feed: Source<Entry>,
  files: readonly FeedFile[],
  endOf: (record: Entry) => Instant | null,
): Promise<Prepared> {
  const checked = check(await feed.read(files), endOf, clock.now())
  if ('failure' in checked) return checked
  const failure = refusalOfNothing(checked, await target.present(feed.name, clock.now()))
  if (failure !== null) return { failure }
  const { records, counts } = checked
  return {
    write: async (begun, etag) => {
      const next = { source: feed.name, attribution: feed.attribution, edition: begun.edition, at: begun.at, records }
      const changes = await target.replace(next, (queries, changed) =>
        states.publish(queries, begun, { outcome: { ...counts, ...changed }, etag }),
      )
      return { ...counts, ...changes }
    },
  }
}

interface Checked<Entry> {
  /** What is not over yet. */
  records: Entry[]
  /** How many the source named, over or not. */
  named: number
  counts: Record<string, number>
}

function check<Entry>(
  reading: FeedReading<Entry>,
  endOf: (record: Entry) => Instant | null,
  now: Date,
): Checked<Entry> | { failure: string } {
  if ('failure' in reading) return reading
  const { read, dropped, swapped } = reading
  const records = reading.records.filter((record) => {
    const end = endOf(record)
    return end === null || Date.parse(end) > now.getTime()
  })
  const expired = reading.records.length - records.length
  const counts = { read, kept: records.length, swapped, ...dropped, ...(expired > 0 && { expired }) }
  return { records, named: reading.records.length, counts }
}

function refusalOfNothing({ named }: { named: number }, present: number): string | null {
  if (named > 0 || present === 0) return null
  return `Die Quelle nennt keinen einzigen Eintrag, bisher waren es ${present}; der letzte gute Stand bleibt`
}
