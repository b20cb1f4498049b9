import { type RawBuilder, sql } from 'kysely'
import type { WarningLevel } from '#contract/weather.ts'
import { isOf } from '#server/db/connection/worlds.ts'

/** A weather warning that is in force somewhere, as a message about it says it. */
export interface WarningInForce {
  warningType: string
  level: WarningLevel
  headline: string
  instruction: string | null
  validFrom: Date
  validUntil: Date | null
  attribution: string
}

export interface WarningRow {
  warning_type: string
  level: WarningLevel
  headline: string
  instruction: string | null
  valid_from: Date
  valid_until: Date | null
  attribution: string
}

/** The columns of a `WarningRow`. */
export const warningColumns: RawBuilder<unknown> = sql`
  warning_type, level, headline, instruction, valid_from, valid_until, attribution`

/** A query of the warnings of the real world that are in force, with their `area`. @param least the lowest level. */
export function warningsInForce(least: WarningLevel, now: Date): RawBuilder<unknown> {
  return sql`
    select ${warningColumns}, area from current_warnings
    where level >= ${least} and not is_advance and ${isOf('real')} and sent_at <= ${now}
      and (valid_until is null or valid_until > ${now})`
}

export function warningOf(row: WarningRow): WarningInForce {
  const { warning_type: warningType, valid_from: validFrom, valid_until: validUntil } = row
  const { level, headline, instruction, attribution } = row
  return { warningType, level, headline, instruction, validFrom, validUntil, attribution }
}
