import type { Generated } from 'kysely'
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
}
