import type { Instant } from '#contract/base/place.ts'
import { isGap } from '#domain/track/track.ts'

interface WrittenFix {
  recordedAt: Instant
  afterCut?: true
}

/** Whether no line leads from one fix to the next: nothing is known of the time between, or it was cut out. */
export function isBreak(previous: WrittenFix, next: WrittenFix): boolean {
  return next.afterCut === true || isGap(previous.recordedAt, next.recordedAt)
}
