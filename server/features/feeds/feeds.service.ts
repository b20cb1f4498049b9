import type { Instant } from '#contract/base/place.ts'
import { countsByCategory } from '#domain/pois/pois.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createCollect } from './collect.ts'
import type { Download, DownloadFailure } from './download.ts'
import type { Begun, FeedsStore, FeedState } from './feeds.store.ts'
import { notBeforeOf } from './pauses.ts'
import { type CountsByKind, type SourceDoubt, doubtInWords, doubtOf } from '#domain/feeds/shrinking-sources.ts'
import type { ImportTarget } from '#server/db/connection/editions.ts'
import type {
  DropReason,
  Feed,
  FeedFile,
  FeedReading,
  PoiRecord,
  Source,
  WarningRecord,
  ClosureRecord,
} from '#server/feeds/feed.ts'

export type ImportResult =
  /** `counts`: read, kept, added, changed, removed, swapped, and how many were dropped for which reason. */
  | { outcome: 'imported'; counts: Record<string, number> }
  /** The source still has the state that was imported last. */
  | { outcome: 'unchanged' }
  /** Nothing changed; the reason in German. */
  | { outcome: 'failed'; reason: string }

/** How much of what a source says is believed at once. */
export interface Trust {
  /** Somebody has checked: it may name much less than before. */
  acceptLess?: boolean
}

interface Parts {
  states: FeedsStore
  pois: ImportTarget<PoiRecord>
  weather: ImportTarget<WarningRecord>
  closures: ImportTarget<ClosureRecord>
  download: Download
  clock: Clock
}

export type FeedsService = ReturnType<typeof createFeedsService>

/**
 * Imports of open data. If one fails, or brings nothing or much less than before, the last good state stays and the reason
 * is recorded (design, section 5.5).
 */
export function createFeedsService(parts: Parts) {
  const { states, clock } = parts
  const collect = createCollect(parts)

  const fail = async (
    feed: Feed,
    { failure, overloaded }: DownloadFailure,
    doubt: SourceDoubt | null = null,
  ): Promise<ImportResult> => {
    const now = clock.now()
    const notBefore = overloaded === undefined ? null : notBeforeOf(overloaded, now)
    await states.failed(feed.name, now, { reason: failure, notBefore, doubt })
    return { outcome: 'failed', reason: failure }
  }

  const importFiles = async (
    feed: Feed,
    files: readonly FeedFile[],
    { etag = null, acceptLess = false }: { etag?: string | null } & Trust = {},
  ): Promise<ImportResult> => {
    const prepared = await prepare(parts, feed, files, { acceptLess })
    if ('failure' in prepared) return fail(feed, prepared, prepared.doubt)
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
    async refresh(feed: Feed, trust: Trust = {}): Promise<ImportResult> {
      const answer = await collect(feed, await states.etag(feed.name))
      if ('failure' in answer) return fail(feed, answer)
      if ('files' in answer) return importFiles(feed, answer.files, { etag: answer.etag, ...trust })
      await states.unchanged(feed.name, clock.now())
      return { outcome: 'unchanged' }
    },

    /** What is known about each source that was asked at least once. */
    states: (): Promise<FeedState[]> => states.list(),
  }
}

/** What was read, ready to be written as the new edition. */
type Prepared =
  | { failure: string; doubt?: SourceDoubt }
  | { write(begun: Begun, etag: string | null): Promise<Record<string, number>> }

function prepare(parts: Parts, feed: Feed, files: readonly FeedFile[], { acceptLess }: Trust): Promise<Prepared> {
  if (feed.kind === 'pois') {
    return prepareFor(parts.pois, parts, feed, files, {
      periodOf: ({ startsAt, expiresAt }) => ({ from: startsAt, until: expiresAt }),
      refuse: async (checked, present) =>
        refusalOfNothing(checked, present) ??
        (acceptLess === true
          ? null
          : refusalOfLess(poisByCategory(checked), present, await parts.states.doubt(feed.name), parts.clock)),
    })
  }
  if (feed.kind === 'closures') {
    return prepareFor(parts.closures, parts, feed, files, {
      periodOf: () => ({ from: null, until: null }),
      refuse: async (checked, present) =>
        refusalOfNothing(checked, present) ??
        (acceptLess === true
          ? null
          : refusalOfLess(
              { closures: checked.named.length },
              present,
              await parts.states.doubt(feed.name),
              parts.clock,
            )),
    })
  }
  return prepareFor(parts.weather, parts, feed, files, {
    // A warning is shown before it is in force.
    periodOf: ({ validUntil }) => ({ from: null, until: validUntil }),
    // Warnings come and go together: a file that was read completely and contains none means that none is in force.
    refuse: async (checked, present) => (saysThatAllIsOver(checked) ? null : refusalOfNothing(checked, present)),
  })
}

/** What decides about the records of a source. */
interface Rules<Entry> {
  periodOf(record: Entry): Period
  /** Why they are not believed, compared with what is shown now, by kind. */
  refuse(checked: Checked<Entry>, present: CountsByKind): Promise<Refusal | null>
}

type Refusal = { failure: string; doubt?: SourceDoubt }

/** When a record is shown; null: from now on, without an end. */
interface Period {
  from: Instant | null
  until: Instant | null
}

async function prepareFor<Entry>(
  target: ImportTarget<Entry>,
  { states, clock }: Parts,
  feed: Source<Entry>,
  files: readonly FeedFile[],
  { periodOf, refuse }: Rules<Entry>,
): Promise<Prepared> {
  const checked = check(await feed.read(files), periodOf, clock.now())
  if ('failure' in checked) return checked
  const refusal = await refuse(checked, await target.present(feed.name, clock.now()))
  if (refusal !== null) return refusal
  const { records, counts, waiting } = checked
  const { name: source, attribution, absences } = feed
  return {
    write: async (begun, etag) => {
      const { edition, at } = begun
      const next = { source, attribution, edition, at, records, ...(absences !== undefined && { absences }) }
      const changes = await target.replace(next, (queries, changed) =>
        // Records to be shown later must be asked for again, even if the source has nothing new.
        states.publish(queries, begun, { outcome: { ...counts, ...changed }, etag: waiting > 0 ? null : etag }),
      )
      return { ...counts, ...changes }
    },
  }
}

interface Checked<Entry> {
  /** What has begun and not ended. */
  records: Entry[]
  /** What the source named, at any time. */
  named: readonly Entry[]
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
  const { read, dropped, swapped, apart = {} } = reading
  const isPast = (instant: Instant | null) => instant !== null && Date.parse(instant) <= now.getTime()
  const lasting = reading.records.filter((record) => !isPast(periodOf(record).until))
  const records = lasting.filter((record) => isPast(periodOf(record).from ?? now.toISOString()))
  const expired = reading.records.length - lasting.length
  const waiting = lasting.length - records.length
  const ends = { ...(expired > 0 && { expired }), ...(waiting > 0 && { notYet: waiting }) }
  const counts = { read, kept: records.length, swapped, ...dropped, ...ends, ...apart }
  return { records, named: reading.records, waiting, counts }
}

function refusalOfNothing({ named, counts }: Checked<unknown>, present: CountsByKind): Refusal | null {
  const { read = 0, unreadable = 0 } = counts
  if (unreadable > 0 && unreadable === read) {
    return { failure: `Von ${read} Einträgen ist keiner lesbar; der letzte gute Stand bleibt` }
  }
  const shown = Object.values(present).reduce((sum, count) => sum + count, 0)
  if (named.length > 0 || shown === 0) return null
  return { failure: `Die Quelle nennt keinen einzigen Eintrag, bisher waren es ${shown}; der letzte gute Stand bleibt` }
}

const endsOfWarnings: readonly DropReason[] = ['cancelled', 'superseded', 'expired', 'test']

/** A state without a warning in force, and with every part understood. */
function saysThatAllIsOver({ named, counts }: Checked<WarningRecord>): boolean {
  const ended = endsOfWarnings.reduce((sum, reason) => sum + (counts[reason] ?? 0), 0)
  return named.length === 0 && ended === counts['read']
}

function poisByCategory({ named }: Checked<PoiRecord>): CountsByKind {
  return countsByCategory(named.map(({ poiType }) => ({ type: poiType, count: 1 })))
}

function refusalOfLess(
  counts: CountsByKind,
  present: CountsByKind,
  earlier: SourceDoubt | null,
  clock: Clock,
): Refusal | null {
  const doubt = doubtOf(counts, present, earlier, clock.now())
  return doubt === null ? null : { failure: doubtInWords(doubt, present), doubt }
}
