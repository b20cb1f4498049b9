import type { Instant } from '#contract/place.ts'
import type { Clock } from '#server/clock.ts'
import { createCollect } from './collect.ts'
import type { Download, DownloadFailure } from './download.ts'
import type { Begun, FeedsStore, FeedState } from './feeds.store.ts'
import { notBeforeOf } from './pauses.ts'
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
  const { states, clock } = parts
  const collect = createCollect(parts)

  const fail = async (feed: Feed, { failure, overloaded }: DownloadFailure): Promise<ImportResult> => {
    const now = clock.now()
    const notBefore = overloaded === undefined ? null : notBeforeOf(overloaded, now)
    await states.failed(feed.name, now, { reason: failure, notBefore })
    return { outcome: 'failed', reason: failure }
  }

  const importFiles = async (
    feed: Feed,
    files: readonly FeedFile[],
    etag: string | null = null,
  ): Promise<ImportResult> => {
    const prepared = await prepare(parts, feed, files)
    if ('failure' in prepared) return fail(feed, prepared)
    const begun = await states.begin(feed.name, clock.now())
    if (begun === null) return { outcome: 'failed', reason: 'Ein anderer Import dieser Quelle läuft gerade' }
    try {
      return { outcome: 'imported', counts: await prepared.write(begun, etag) }
    } catch (error) {
      await states.abandon(begun)
      await fail(feed, { failure: 'Der Import brach beim Schreiben ab; der letzte gute Stand bleibt' })
      throw error
    }
  }

  return {
    /** Imports files as the whole present state of a source. */
    importFiles,

    /** Asks the source for its present state and imports it. */
    async refresh(feed: Feed): Promise<ImportResult> {
      const answer = await collect(feed, await states.etag(feed.name))
      if ('failure' in answer) return fail(feed, answer)
      if ('files' in answer) return importFiles(feed, answer.files, answer.etag)
      await states.unchanged(feed.name, clock.now())
      return { outcome: 'unchanged' }
    },

    /** What is known of each source that was asked at least once. */
    states: (): Promise<FeedState[]> => states.list(),
  }
}

/** What was read, ready to be written as the edition that has begun. */
type Prepared = { failure: string } | { write(begun: Begun, etag: string | null): Promise<Record<string, number>> }

function prepare(parts: Parts, feed: Feed, files: readonly FeedFile[]): Promise<Prepared> {
  if (feed.kind === 'pois') {
    return prepareFor(parts.pois, parts, feed, files, ({ startsAt, expiresAt }) => ({
      from: startsAt,
      until: expiresAt,
    }))
  }
  // A warning is told before it is in force.
  return prepareFor(parts.weather, parts, feed, files, ({ validUntil }) => ({ from: null, until: validUntil }))
}

/** When a record is shown; null: from now on, and without an end. */
interface Period {
  from: Instant | null
  until: Instant | null
}

async function prepareFor<Entry>(
  target: ImportTarget<Entry>,
  { states, clock }: Parts,
  feed: Source<Entry>,
  files: readonly FeedFile[],
  periodOf: (record: Entry) => Period,
): Promise<Prepared> {
  const checked = check(await feed.read(files), periodOf, clock.now())
  if ('failure' in checked) return checked
  const failure = refusalOfNothing(checked, await target.present(feed.name, clock.now()))
  if (failure !== null) return { failure }
  const { records, counts, waiting } = checked
  const { name: source, attribution, absences } = feed
  return {
    write: async (begun, etag) => {
      const { edition, at } = begun
      const next = { source, attribution, edition, at, records, ...(absences !== undefined && { absences }) }
      const changes = await target.replace(next, (queries, changed) =>
        // What is to be shown later must be asked for again, though it is nothing new.
        states.publish(queries, begun, { outcome: { ...counts, ...changed }, etag: waiting > 0 ? null : etag }),
      )
      return { ...counts, ...changes }
    },
  }
}

interface Checked<Entry> {
  /** What has begun and is not over yet. */
  records: Entry[]
  /** How many the source named, whenever they are. */
  named: number
  /** How many have not begun. */
  waiting: number
  counts: Record<string, number>
}

function check<Entry>(
  reading: FeedReading<Entry>,
  periodOf: (record: Entry) => Period,
  now: Date,
): Checked<Entry> | { failure: string } {
  if ('failure' in reading) return reading
  const { read, dropped, swapped } = reading
  const isPast = (instant: Instant | null) => instant !== null && Date.parse(instant) <= now.getTime()
  const lasting = reading.records.filter((record) => !isPast(periodOf(record).until))
  const records = lasting.filter((record) => isPast(periodOf(record).from ?? now.toISOString()))
  const expired = reading.records.length - lasting.length
  const waiting = lasting.length - records.length
  const notYet = waiting + (dropped.notYet ?? 0)
  const ends = { ...(expired > 0 && { expired }), ...(notYet > 0 && { notYet }) }
  const counts = { read, kept: records.length, swapped, ...dropped, ...ends }
  return { records, named: reading.records.length, waiting, counts }
}

function refusalOfNothing({ named, counts }: { named: number; counts: Record<string, number> }, present: number) {
  const { read = 0, unreadable = 0 } = counts
  if (unreadable > 0 && unreadable === read)
    return `Von ${read} Einträgen ist keiner lesbar; der letzte gute Stand bleibt`
  if (named > 0 || present === 0) return null
  return `Die Quelle nennt keinen einzigen Eintrag, bisher waren es ${present}; der letzte gute Stand bleibt`
}
