import type { GuardState } from '#contract/alarms/alarms.ts'
import type { Pause } from '#domain/alarms/guard.ts'

/** A pause as its owner sees it. */
export function shownPause(pause: Pause | null): GuardState['pause'] {
  return pause && { kind: pause.kind, until: pause.until?.toISOString() ?? null }
}
