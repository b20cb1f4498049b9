import type { ClosureRule } from '#contract/closures/closures.ts'
import type { Instant, Place } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import type { MultiPolygon, WarningLevel } from '#contract/weather.ts'
import type { PoiFacts } from '#domain/pois/poi-facts.ts'

/** A file as it came from the source or the operator. */
export interface FeedFile {
  name: string
  bytes: Uint8Array
}

/** A POI from a source. `sourceId` is the source's own id for it and occurs once in a reading. */
export interface PoiRecord extends Place, PoiFacts {
  sourceId: string
  poiType: PoiType
  /** Whether the type is only the most common one, because the source does not state it; absent: it does. */
  kindAssumed?: boolean
  /** Of the road it lies on (`domain/riding/road-line.ts`); absent: the source does not say. */
  line?: string | null
  /** Not shown before this time; null: at once. */
  startsAt: Instant | null
  /** Null: as long as the source lists it. */
  expiresAt: Instant | null
}

/** A severe-weather warning. `id` occurs once in a reading and always stands for the same warning. */
export interface WarningRecord {
  id: string
  warningType: string
  headline: string
  description: string
  instruction: string | null
  level: WarningLevel
  regionName: string
  area: MultiPolygon
  validFrom: Instant
  /** Null: until cancelled. */
  validUntil: Instant | null
  sentAt: Instant
  attribution: string
  /** Holds only above, and only below this height, metres above sea level; null: no limit. */
  aboveMetres: number | null
  belowMetres: number | null
  /** Whether it is advance information, of which nothing is in force; absent: it is a warning. */
  advance?: boolean
}

/** A road that is closed for motorcycles, always or at times. `id` occurs once in a reading. */
export interface ClosureRecord {
  id: string
  name: string | null
  line: readonly Place[]
  rules: readonly ClosureRule[]
}

/** Why an entry of a source is not shown, in the words of the operator's report. */
export const dropReasons = {
  unreadable: 'unlesbar',
  withoutPlace: 'ohne Ort',
  outsideGermany: 'außerhalb Deutschlands',
  withoutMotorcycle: 'ohne Kraftrad',
  notACamera: 'keine Blitzer',
  outOfService: 'außer Betrieb',
  merged: 'mit ihrem Gerät zusammengeführt',
  duplicate: 'doppelt',
  withoutType: 'ohne passende Art',
  offRoad: 'abseits der Straße',
  heavyVehicles: 'nur für schwere Fahrzeuge',
  openToMotorcycles: 'für Motorräder offen',
  slowTraffic: 'nur dichter Verkehr',
  notYet: 'noch nicht begonnen',
  test: 'nur zum Test',
  withoutGermanText: 'ohne deutschen Text',
  cancelled: 'aufgehoben',
  superseded: 'ersetzt',
  expired: 'abgelaufen',
} as const
export type DropReason = keyof typeof dropReasons

/** Why an entry is shown, and not like the others. */
export const apartReasons = {
  inWords: 'mit unlesbaren Zeiten im Wortlaut',
  advance: 'als Vorabinformation',
} as const
type ApartReason = keyof typeof apartReasons
export type Dropped = Partial<Record<DropReason, number>>

export type FeedReading<Entry> =
  | {
      records: Entry[]
      /** How many entries of its kind the source named, shown or not. */
      read: number
      dropped: Dropped
      /** How many had latitude and longitude swapped. */
      swapped: number
      /** How many are shown in a way of their own; absent: none. */
      apart?: Partial<Record<ApartReason, number>>
    }
  /** These files cannot be used: the reason, as a German sentence without its full stop. */
  | { failure: string }

/** Where a source is asked. */
export interface FeedRequest {
  url: string
  /** Sent by POST. */
  form?: Readonly<Record<string, string>>
  timeoutMs: number
  /** A longer answer is aborted. */
  maxBytes: number
  /** Names this answer among several of a source. */
  part?: string
}

export interface Source<Entry> {
  /** Names the source in commands, tables and answers. */
  name: string
  /** For people. */
  title: string
  /** The licence's text, stored with each record and shown beside it. */
  attribution: string
  request: FeedRequest
  /**
   * For a source in parts: what else to ask for, according to the first answer. The further answers together are its state.
   */
  parts?(index: FeedFile): FeedRequest[] | { failure: string }
  /** How often the source is asked. */
  pollMinutes: number
  /** How many good polls in a row may leave out an entry without an end before it is removed; absent: none. */
  absences?: number
  /** Reads all files of one state of the source. Never throws, whatever the bytes are. */
  read(files: readonly FeedFile[]): Promise<FeedReading<Entry>>
}

export interface PoiFeed extends Source<PoiRecord> {
  kind: 'pois'
}

export interface WarningFeed extends Source<WarningRecord> {
  kind: 'warnings'
}

export interface ClosureFeed extends Source<ClosureRecord> {
  kind: 'closures'
}

/** A source of open data: bytes in, records or a failure out. */
export type Feed = PoiFeed | WarningFeed | ClosureFeed

/** Counts reasons one by one. */
export function createTally() {
  const dropped: Dropped = {}
  return {
    dropped,
    drop(reason: DropReason, count = 1): void {
      if (count > 0) dropped[reason] = (dropped[reason] ?? 0) + count
    },
  }
}
export type Tally = ReturnType<typeof createTally>
