import { timingSafeEqual } from 'node:crypto'
import type { BelievedReport, DisbelievedReport } from '#domain/reception/accepted-report.ts'
import type { NotAccepted } from '#domain/reception/outcome.ts'
import type { ReportingTracker } from '#domain/reception/tracker.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { hashOf } from '#server/platform/secrets.ts'

/** What the inventory knows about a tracker's secret. Both are null for a tracker without one. */
export interface KnownSecret {
  /** SHA-256. */
  secretHash: Buffer | null
  /** The secret itself, of a tracker that encrypts. */
  decryptionSecret: string | null
  /** Protocols by which it is accepted without one. */
  unprovenProtocols: readonly string[]
}

/**
 * The content of a report once it is accepted, or why it is not. A tracker with a secret is accepted only with it;
 * encrypting with it proves it. By a protocol without a place for a secret it is accepted if its operator allows it.
 */
export function accept(report: Report, known: KnownSecret): Report | NotAccepted {
  const { secretHash, decryptionSecret, unprovenProtocols } = known
  const { open, ...sealed } = report
  if (open !== undefined) {
    const inside = decryptionSecret === null ? null : open(decryptionSecret)
    // Only the encrypted report shows how it came.
    return inside === null ? 'UNREADABLE' : { ...sealed, ...inside }
  }
  if (secretHash === null) return report
  if (report.unprovenBy !== undefined) return unprovenProtocols.includes(report.unprovenBy) ? report : 'WRONG_SECRET'
  if (report.secret === undefined) return report
  // Both sides are hashes of one length: the comparison takes equally long wherever they differ.
  return report.secret !== null && timingSafeEqual(hashOf(report.secret), secretHash) ? report : 'WRONG_SECRET'
}

/** The names of its tracker in a report, the one that counts first at the beginning. */
export function namesOf({ identity, otherNames = [] }: Report): string[] {
  return [identity, ...otherNames]
}

/**
 * All names of the tracker that a report names, if that was passed over because somebody else holds it; null if it was not.
 * @param trackers those that are held, by their names.
 * @param passed all names of each that was passed over, by each of them.
 */
export function passedOver(
  report: Report,
  trackers: ReadonlyMap<string, unknown>,
  passed: ReadonlyMap<string, readonly string[]>,
): readonly string[] | null {
  if (passed.size === 0) return null
  const name = namesOf(report).find((each) => trackers.has(each) || passed.has(each))
  return (name === undefined ? undefined : passed.get(name)) ?? null
}

/**
 * A report with the tracker that it names, where it is believed.
 * @param trackers by their names.
 */
export function believeFrom(
  trackers: ReadonlyMap<string, ReportingTracker & KnownSecret>,
  report: Report,
  receivedAt: Date,
): BelievedReport | DisbelievedReport {
  const name = namesOf(report).find((each) => trackers.has(each))
  const tracker = name === undefined ? undefined : trackers.get(name)
  if (tracker === undefined) return { tracker: null, outcome: 'UNKNOWN_TRACKER' }
  const believed = accept(report, tracker)
  if (typeof believed !== 'string') return { report: believed, receivedAt, tracker }
  // What it would need to be believed shows that it was sold.
  return { tracker: null, outcome: tracker.device === null ? 'UNKNOWN_TRACKER' : believed }
}
