import type { Delivery } from '#domain/reception/outcome.ts'
import type { ReportContent } from '#domain/trackers/report.ts'

/** Protocols that have no place for a secret. */
export const unprovenProtocols = ['teltonika', 'gt06', 'h02', 'queclink', 'meitrack'] as const
export type UnprovenProtocol = (typeof unprovenProtocols)[number]

/** What a tracker reports, and how it shows that it is that tracker. */
export interface Report extends ReportContent {
  /** The name it calls itself by: its IMEI or its tracker id. */
  identity: string
  /** Less exact names of the same tracker, the best first: they count if the inventory does not know `identity`. */
  otherNames?: readonly string[]
  /**
   * The secret that came with it, null if there was none: a tracker with a secret is accepted only with it. Absent if the
   * secret was already checked, or if there is no place for one.
   */
  secret?: string | null
  /** The protocol it came by, if that has no place for a secret. */
  unprovenBy?: UnprovenProtocol
  /**
   * What it contains that nobody reads, by its protocol's own words: a kind of frame, the name of a field, the code of an
   * alarm. Never a value that could be of a person or a place.
   */
  unread?: readonly string[]
  /** If the rest is encrypted with the tracker's secret: returns the content, or null if this is not the secret. */
  open?: (secret: string) => Report | null
}

const strangers: ReadonlySet<Delivery> = new Set(['UNKNOWN_TRACKER', 'WRONG_SECRET', 'UNREADABLE', 'NO_OWNER'])

/**
 * Whether the sender is the tracker that it names, and that tracker has an owner. Somebody who guesses at secrets is a
 * stranger, and so is a tracker that nobody has registered yet: no port shows which IMEIs are sold and still unclaimed.
 */
export function isAccepted(delivery: Delivery): boolean {
  return !strangers.has(delivery)
}

/** Called after a report was committed, if one more fix would tell whether the vehicle is being stolen. */
export type RequestPosition = () => void

/**
 * Processes a report. When it resolves, the report is committed; when it rejects, nothing is, and the tracker may try
 * again.
 */
export type Deliver = (report: Report, receivedAt: Date, requestPosition?: RequestPosition) => Promise<Delivery>

/** Whether a report would be accepted: its tracker has an owner, and its secret is right. Nothing is stored. */
export type IsKnown = (report: Report) => Promise<boolean>

/** Why a request cannot be a report. `NO_REPORT`: it is none, and nothing is wrong with that. */
export type Refusal = 'NO_IDENTITY' | 'TWO_IDENTITIES' | 'NO_REPORT' | 'TOO_LARGE'

/** A request as it came over HTTP. */
export interface TrackerRequest {
  /** Path and query. */
  url: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Empty if there is none. */
  contentType: string
  body: Uint8Array
}

/** A tracker protocol over HTTP: bytes in, reports or a refusal out. Neither function ever throws. */
export interface HttpProtocol {
  name: string
  /** The longest body that is read. */
  bodyBytes: number
  /** By which its clients report. Other methods only ask, so nothing is stored for them. */
  methods: readonly string[]
  decode(request: TrackerRequest, receivedAt: Date): Report | Report[] | { refusal: Refusal }
  /**
   * `contentType` is plain text if it is absent.
   * @param requestsPosition the answer asks the tracker where it is, if the protocol can.
   */
  answer(
    outcome: Delivery | Refusal,
    requestsPosition?: boolean,
  ): { status: number; body: string; contentType?: string }
}

/** A report that says only that the tracker is there. */
export function signOfLife(identity: string): Report {
  return { identity, fix: null, battery: null, charging: null, alarm: null }
}

/** A report, and what of it nobody reads. */
export function withUnread(report: Report, words: readonly string[]): Report {
  const unread = [...(report.unread ?? []), ...words]
  return unread.length === 0 ? report : { ...report, unread }
}

/** The content of a frame. Nothing is sent back before all its reports are committed. */
export interface StreamMessage {
  /** The tracker that this connection belongs to from now on; null if the frame names none. */
  login: string | null
  /** All from one tracker. */
  reports: Report[]
  /** Sent when everything is committed; null if the tracker expects nothing. */
  reply: Uint8Array | null
  /** Sent to a tracker that nobody sold, before the connection ends. */
  refusal: Uint8Array | null
  /** The frame contradicts its checksum or itself. */
  damaged: boolean
  /** The frame is intact and names no tracker, and none has logged in yet on its connection: it can be read after a login. */
  needsLogin: boolean
}

export const emptyMessage: StreamMessage = {
  login: null,
  reports: [],
  reply: null,
  refusal: null,
  damaged: false,
  needsLogin: false,
}

/** Takes at most the first frame off the bytes; skips what cannot begin one. `frame` is null until one is complete. */
export type TakeFrame = (bytes: Buffer) => { frame: Buffer | null; rest: Buffer }

/**
 * A tracker protocol over TCP, or over UDP, where each datagram is a short stream of its own: bytes in, frames out, and
 * frame in, message out. Neither function ever throws, and both take time proportional to the length.
 */
export interface StreamProtocol {
  name: string
  /** Its name in the inventory, whatever the transport. */
  unprovenBy: UnprovenProtocol
  /** For one connection or one datagram: earlier frames can show how the next one is to be cut. */
  createFramer(): TakeFrame
  /** @param identity who logged in on this connection, null before the login and in datagrams. */
  decode(frame: Buffer, identity: string | null, receivedAt: Date): StreamMessage
  /** The command that asks the tracker where it is; absent if the protocol has none that all its trackers know. */
  positionRequest?: Uint8Array
}
