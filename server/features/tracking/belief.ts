import { timingSafeEqual } from 'node:crypto'
import type { Disbelief, Report } from '#server/protocols/protocol.ts'
import { hashOf } from '#server/secrets.ts'

/** What the inventory knows of a tracker's secret. Both are null for a tracker that has none. */
export interface KnownSecret {
  /** SHA-256. */
  secretHash: Buffer | null
  /** The secret itself, of a tracker that encrypts. */
  decryptionSecret: string | null
  /** By which it is believed without one. */
  unprovenProtocols: readonly string[]
}

/**
 * What a report says once it is believed, or why it is not. A tracker with a secret is believed with it alone; who
 * encrypts with it has shown it. By a protocol without a place for a secret it is believed where its operator says so.
 */
export function believe(report: Report, known: KnownSecret): Report | Disbelief {
  const { secretHash, decryptionSecret, unprovenProtocols } = known
  const { open, ...sealed } = report
  if (open !== undefined) {
    const inside = decryptionSecret === null ? null : open(decryptionSecret)
    // How it came is known of the sealed one alone.
    return inside === null ? 'UNREADABLE' : { ...sealed, ...inside }
  }
  if (secretHash === null) return report
  if (report.unprovenBy !== undefined) return unprovenProtocols.includes(report.unprovenBy) ? report : 'WRONG_SECRET'
  if (report.secret === undefined) return report
  // Both sides are hashes of one length: the comparison takes as long wherever they differ.
  return report.secret !== null && timingSafeEqual(hashOf(report.secret), secretHash) ? report : 'WRONG_SECRET'
}
