import type { WarningLevel } from '#contract/weather.ts'
import { berlinDay } from '#domain/time/time.ts'

/** A weather warning where a vehicle is parked. */
export interface WarningThere {
  warningType: string
  level: WarningLevel
  validFrom: Date
}

/**
 * What makes a warning another one to its recipient: its kind of weather, the day it begins, and that it is graver. The
 * source replaces a warning by a new one several times while the weather comes.
 */
export function weatherOccasion({ warningType, level, validFrom }: WarningThere): string {
  return `${berlinDay(validFrom.toISOString())} ${level} ${warningType}`
}

/**
 * Which of the warnings at a place are to be told, the gravest of each kind of weather.
 * @param warnings of the levels that their owner wants to know of.
 * @param told the occasions of what was told before.
 */
export function warningsToTell<T extends WarningThere>(warnings: readonly T[], told: readonly string[]): T[] {
  const grave = warnings.toSorted(
    (one, other) => other.level - one.level || one.validFrom.getTime() - other.validFrom.getTime(),
  )
  const kinds = new Set<string>()
  return grave.filter((warning) => {
    if (kinds.has(warning.warningType)) return false
    kinds.add(warning.warningType)
    return !told.some((occasion) => covers(occasion, warning))
  })
}

/** A notice of the same weather on the same day, as grave or graver. */
function covers(occasion: string, warning: WarningThere): boolean {
  const [day = '', level = '', ...type] = occasion.split(' ')
  const isSame = day === berlinDay(warning.validFrom.toISOString()) && type.join(' ') === warning.warningType
  return isSame && Number(level) >= warning.level
}
