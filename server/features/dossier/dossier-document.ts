import type { DossierDetails } from '#contract/dossier/dossier-details.ts'
import type { Position } from '#contract/history/history.ts'
import type { Period, StateChange } from '#domain/dossier/dossier.ts'

/** Everything in the document for the police. */
export interface DossierDocument {
  deviceName: string
  imei: string
  details: DossierDetails
  /** Oldest first. */
  changes: StateChange[]
  period: Period | null
  track: DossierTrack
  /** Of the newest position; null if it has none. */
  placeName: string | null
  /** JPEG. */
  picture: Uint8Array | null
  createdAt: Date
  /** From the demo world: marked as made up. */
  demo: boolean
}

/** The positions of a theft: their number, the newest of them, and a simplified line for drawing. */
export interface DossierTrack {
  positions: number
  /** Newest first. */
  newest: Position[]
  /** Oldest first. */
  line: Position[]
}
