import type { Generated, GeneratedAlways } from 'kysely'
import type { PositionFlag } from '#contract/history.ts'

export interface HistoryTables {
  positions: {
    device_id: string
    recorded_at: Date
    received_at: Date
    latitude: number
    longitude: number
    accuracy: number | null
    altitude: number | null
    speed: number | null
    course: number | null
    flag: PositionFlag | null
    /** Of one device, never committed before a smaller one. Null: stored before there were shares. */
    stored_order: Generated<string | null>
  }
  /** Positions that devices left behind which nobody has any more: they are deleted in portions, device by device. */
  position_removals: {
    id: GeneratedAlways<string>
    /** Those of which positions may be left. */
    device_ids: string[]
    /** The receipt that says how many there were; it waits for that. */
    receipt_id: string | null
    /** What was deleted: how many, and of which days in Europe/Berlin. */
    positions: Generated<number>
    days: Generated<string[]>
  }
}
