import type { DossierDetails } from '#contract/dossier.ts'
import type { Position } from '#contract/tracking.ts'
import type { Period, StateChange } from '#domain/dossier.ts'

/** Everything that stands in the document for the police. */
export interface DossierDocument {
  deviceName: string
  imei: string
  details: DossierDetails
  /** The oldest first. */
  changes: StateChange[]
  period: Period | null
  track: DossierTrack
  /** JPEG. */
  picture: Uint8Array | null
  createdAt: Date
  /** Of the demo world: marked as made up. */
  demo: boolean
}

/** The positions of a theft: counted, the newest of them, and a line thinned out for drawing. */
export interface DossierTrack {
  positions: number
  /** The newest first. */
  newest: Position[]
  /** The oldest first. */
  line: Position[]
}
