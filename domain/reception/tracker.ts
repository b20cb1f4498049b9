import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { DeviceHealth } from '#domain/devices/device-health.ts'
import type { PastEnds } from './discard-reason.ts'
import type { Loss } from './losses.ts'
import type { SpeedUnit } from '#domain/trackers/speed-unit.ts'

/** A tracker that reports, as the inventory and the settings of its owner describe it. */
export interface ReportingTracker {
  imei: string
  /** Minutes by which its clock is ahead of UTC. */
  clockOffsetMinutes: number
  /** Null where it is not known. */
  speedUnit: SpeedUnit | null
  lastActiveAt: Date | null
  /** Null if it has no owner. */
  device: ReportingDevice | null
}

/** The device that its owner has registered for a tracker. */
export interface ReportingDevice {
  id: string
  ownerId: string
  /** The mode it is recorded in, null while it is not recorded. */
  mode: TrackingMode | null
  enabledAt: Date | null
  past: PastEnds
  health: DeviceHealth
  loss: Loss | null
}
