import type { DiscardReason } from '#contract/devices.ts'
import type { Place } from '#contract/place.ts'
import type { PositionFlag } from '#contract/tracking.ts'
import type { SpeedUnit } from '#domain/tracking.ts'

/** Protocols that have no place for a secret. */
export const unprovenProtocols = ['teltonika', 'gt06', 'h02'] as const
export type UnprovenProtocol = (typeof unprovenProtocols)[number]

/** What a tracker says, in words that all protocols share. What it does not say, or says unreadably, is null. */
export interface Report {
  /** The name it calls itself by: its IMEI or its tracker id. */
  identity: string
  /** Less exact names of the same tracker, the best first: they count where the inventory does not know `identity`. */
  otherNames?: readonly string[]
  /**
   * The secret that came with it, null where there was none: a tracker with a secret is believed only with it. Absent
   * where whoever hands the report on has looked at it, or where there is no place for one.
   */
  secret?: string | null
  /** The protocol it came by, where that has no place for a secret. */
  unprovenBy?: UnprovenProtocol
  /** Where the rest is encrypted with the tracker's secret: what it says, or null where this is not the secret. */
  open?: (secret: string) => Report | null
  /** Somebody kept it and tells it again: it shows where the tracker was, not that it is alive. */
  isReplay?: boolean
  /** Null for a sign of life without a usable place or time. */
  fix: Fix | null
  /** Percent. */
  battery: number | null
  /** Of a phone, which is plugged in and out every day. */
  charging: boolean | null
  /** What it says of its supply beyond percent; `readingOf` (health.ts) reads all. */
  health?: {
    batteryVolts?: number | null
    /** Of a tracker that is built into a vehicle; absent where the protocol tells nothing of it. */
    externalPower?: boolean | null
  }
  /** The tracker's own word for what happened, such as `sos`. */
  alarm: string | null
  /** Such words for all that holds, as often as it is told: what is missing has ended. Absent where it says nothing of it. */
  states?: readonly string[]
}

export interface Fix extends Place {
  recordedAt: Date
  /** Whose clock `recordedAt` is: a tracker's can run at a known offset, the others are right. */
  clock: 'tracker' | 'server'
  /** Metres; never 0, which trackers send for "unknown". */
  accuracy: number | null
  /** Metres. */
  altitude: number | null
  speed: Speed | null
  /** Degrees from north, clockwise. */
  course: number | null
  flag: PositionFlag | null
}

export interface Speed {
  value: number
  unit: SpeedUnit
  /** The protocol leaves the unit open and this one is usual: a unit known for the tracker goes first. */
  assumed: boolean
}

/** Why a report is not believed: nobody sold its tracker, its secret is not the tracker's, or it cannot be decrypted. */
export type Disbelief = 'UNKNOWN_TRACKER' | 'WRONG_SECRET' | 'UNREADABLE'

/** What became of a report. Whatever is believed was understood. */
export type Delivery = 'STORED' | Disbelief | DiscardReason

const strangers: ReadonlySet<Delivery> = new Set(['UNKNOWN_TRACKER', 'WRONG_SECRET', 'UNREADABLE', 'NO_OWNER'])

/**
 * Whether the sender is the tracker that it names, and that tracker has an owner. Whoever guesses at secrets is a stranger, and so
 * is a tracker that nobody has registered yet: no port tells which IMEIs are sold and still unclaimed.
 */
export function isBelieved(delivery: Delivery): boolean {
  return !strangers.has(delivery)
}

/** Takes a report in. When it resolves, what it says is committed; when it rejects, nothing is, and the tracker may try again. */
export type Deliver = (report: Report, receivedAt: Date) => Promise<Delivery>

/** Whether a report would be believed: its tracker is somebody's, and its secret the right one. Nothing is stored. */
export type IsKnown = (report: Report) => Promise<boolean>

/** Why a request cannot be anybody's report. `NO_REPORT`: it is none, and nothing is wrong with that. */
export type Refusal = 'NO_IDENTITY' | 'TWO_IDENTITIES' | 'NO_REPORT' | 'TOO_LARGE'

/** A request as it came over HTTP. */
export interface TrackerRequest {
  /** Path and query. */
  url: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Empty where there is none. */
  contentType: string
  body: Uint8Array
}

/** A tracker protocol that travels over HTTP: bytes in, reports or a refusal out. Neither function ever throws. */
export interface HttpProtocol {
  name: string
  /** The longest body that is read. */
  bodyBytes: number
  decode(request: TrackerRequest, receivedAt: Date): Report | Report[] | { refusal: Refusal }
  /** `contentType` is plain text where it is absent. */
  answer(outcome: Delivery | Refusal): { status: number; body: string; contentType?: string }
}

/** A tracker that says nothing but that it is there. */
export function signOfLife(identity: string): Report {
  return { identity, fix: null, battery: null, charging: null, alarm: null }
}

/** What a frame says. Nothing is sent back before all its reports are committed. */
export interface StreamMessage {
  /** Names the tracker that this connection belongs to from now on; null where the frame names none. */
  login: string | null
  /** All of one tracker. */
  reports: Report[]
  /** Sent when everything is committed; null where the tracker expects nothing. */
  reply: Uint8Array | null
  /** Sent to a tracker nobody sold, before the connection ends. */
  refusal: Uint8Array | null
  /** The frame contradicts its checksum or itself, or is nobody's. */
  damaged: boolean
  /**
   * Of an intact frame that says more than its protocol knows: of what kind it is, and how many of its reports are lost.
   * It is acknowledged all the same, for it would come again as it is. Null where all of it was read.
   */
  unread: { kind: string; records: number } | null
}

export const nothingSaid: StreamMessage = {
  login: null,
  reports: [],
  reply: null,
  refusal: null,
  damaged: false,
  unread: null,
}

/** Takes at most the first frame off the bytes; skips what cannot begin one. `frame` is null until one is whole. */
export type TakeFrame = (bytes: Buffer) => { frame: Buffer | null; rest: Buffer }

/**
 * A tracker protocol over TCP, or over UDP, where each datagram is a short stream of its own: bytes in, frames out, and
 * frame in, message out. Neither function ever throws, and neither takes longer than the bytes are long.
 */
export interface StreamProtocol {
  name: string
  /** What it is called in the inventory, however it travels. */
  unprovenBy: UnprovenProtocol
  /** For one connection or one datagram: what was taken can tell how the next frame is to be taken. */
  createFramer(): TakeFrame
  /** @param identity who logged in on this connection, null before and in datagrams. */
  decode(frame: Buffer, identity: string | null, receivedAt: Date): StreamMessage
}
