import type { Generated } from 'kysely'
import type { WarningLevel } from '#contract/weather.ts'
import type { Geometry } from './column-types.ts'

interface WarningRow {
  id: string
  source: string
  warning_type: string
  headline: string
  description: string
  instruction: string | null
  level: WarningLevel
  region_name: string
  place: Geometry
  area: Geometry
  valid_from: Date
  valid_until: Date | null
  sent_at: Date
  fetched_at: Date
  attribution: string
  /** Metres above the sea; null: no limit. */
  above_metres: number | null
  below_metres: number | null
  /** Advance information, of which nothing is in force. */
  is_advance: boolean
}

export interface WeatherTables {
  /** Written here, read through `current_warnings`. */
  weather_warnings: Omit<WarningRow, 'is_advance'> & { edition: Generated<number>; is_advance: Generated<boolean> }
  current_warnings: WarningRow
}
