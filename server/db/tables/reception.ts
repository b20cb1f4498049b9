import type { LossReason } from '#contract/reception.ts'

export interface ReceptionTables {
  /** As its tracker last reported, percent and volts. */
  device_health: {
    device_id: string
    battery_percent: number | null
    battery_volts: number | null
    battery_at: Date | null
    external_power: boolean | null
    power_at: Date | null
    power_since: Date | null
  }
  /** The last fix that was discarded although its owner wants its positions, if no position was stored since. */
  device_losses: {
    device_id: string
    reason: LossReason
    lost_at: Date
    /** How far the tracker's clock seems to be ahead. */
    clock_ahead_minutes: number | null
  }
}
