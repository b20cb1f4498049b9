import { dayMs } from '#contract/base/time-units.ts'
import { supportServerLimits } from '#contract/limits/support-limits.ts'

/** A licence, as far as its time goes; `endsAt` is null until its days begin. Of a revoked one it is what it was before. */
export interface Term {
  endsAt: Date | null
  days: number
}

export type Extension = { until: Date } | { days: number }

/** Why a licence is not extended. */
export type ExtensionRefusal = 'PAST' | 'SHORTER' | 'TOO_LONG' | 'NOT_BEGUN' | 'NOTHING'

/**
 * A licence's time once it is extended. Days are added to its end; where it has ended, they count from now, because what is
 * past helps nobody. One that nobody has activated gets more days, but no date: its time begins with its activation. One that
 * was revoked has its former time again, also without a day more.
 */
export function extended(
  { endsAt, days, isRevoked }: Term & { isRevoked: boolean },
  extension: Extension,
  now: Date,
): { term: Term } | { refused: ExtensionRefusal } {
  const longest = supportServerLimits.extendedDays
  if ('days' in extension && extension.days > longest) return { refused: 'TOO_LONG' }
  if ('days' in extension && extension.days === 0 && !isRevoked) return { refused: 'NOTHING' }
  if (endsAt === null) {
    return 'days' in extension ? { term: { endsAt, days: days + extension.days } } : { refused: 'NOT_BEGUN' }
  }
  const from = endsAt > now ? endsAt : now
  const until = 'days' in extension ? new Date(from.getTime() + extension.days * dayMs) : extension.until
  if (until <= now) return { refused: 'PAST' }
  if (until <= endsAt && !isRevoked) return { refused: 'SHORTER' }
  return until.getTime() - from.getTime() > longest * dayMs
    ? { refused: 'TOO_LONG' }
    : { term: { endsAt: until, days: days + Math.max(0, Math.ceil((until.getTime() - from.getTime()) / dayMs)) } }
}
