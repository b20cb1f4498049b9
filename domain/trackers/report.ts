import type { PositionFlag } from '#contract/history/history.ts'
import type { Place } from '#contract/base/place.ts'
import type { SpeedUnit } from './speed-unit.ts'

/** The content of a report, in terms that all protocols share. What is missing or unreadable is null. */
export interface ReportContent {
  /** Somebody stored it and sends it again: it shows where the tracker was, not that it is alive. */
  isReplay?: boolean
  /** The tracker answers a request of the server for its position. */
  isRequested?: boolean
  /** Null for a sign of life without a usable place or time. */
  fix: Fix | null
  /** Percent. */
  battery: number | null
  /** Of a phone, which is plugged in and out every day. */
  charging: boolean | null
  /** What it says about its supply beyond percent; `supplyReading` (supply.ts) reads all of it. */
  health?: {
    batteryVolts?: number | null
    /** Of a tracker that is built into a vehicle; absent if the protocol says nothing about it. */
    externalPower?: boolean | null
  }
  /** By its motion sensor or the ignition; absent if the report says nothing about either. */
  isMoved?: boolean
  /** The tracker's own word for an event, such as `sos`. */
  alarm: string | null
  /**
   * Such words for all present states; each report repeats them, and a missing one has ended. Absent if the report says
   * nothing about states.
   */
  states?: readonly string[]
}

export interface Fix extends Place {
  recordedAt: Date
  /** Which clock `recordedAt` comes from: a tracker's may run at a known offset, the server's is right. */
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
  /** The protocol leaves the unit open, and this is the usual one: a unit known for the tracker takes precedence. */
  assumed: boolean
}
