import type { RecordedFix } from './gpx-recording.ts'

/** Reports fixes as a tracker of its protocol does. */
export interface SimulatedTracker {
  /** Where it reports to, for people. */
  address: string
  /** @throws {CommandProblem} when the port does not take it, after as many attempts as make sense. */
  send(fix: RecordedFix): Promise<void>
  close(): void
}
