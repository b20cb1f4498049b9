import { sql } from 'kysely'
import { processServerLimits } from '#contract/process-limits.ts'
import { hourMs } from '#contract/time-units.ts'

/** Which messages are to be sent: those that wait, unless they were tried since `triedBefore`, and those that are stuck. */
export interface Due {
  triedBefore: Date
  /** Begun before this, and no result since: their worker is gone. */
  stuckBefore: Date
}

/**
 * Of messages whose state and begin are in these columns. Those that seem to have begun in the future were begun when a clock
 * of ours was ahead: they are due.
 */
export function isDue({ triedBefore, stuckBefore }: Due, columns: { state: string; begunAt: string }) {
  const aheadMs = processServerLimits.ownClockAheadHours * hourMs
  const [state, begunAt] = [sql.ref(columns.state), sql.ref(columns.begunAt)]
  return sql<boolean>`(
    ${state} = 'QUEUED' and (${begunAt} is null or ${begunAt} < ${triedBefore})
    or ${state} = 'SENDING' and ${begunAt} < ${stuckBefore}
    or ${state} in ('QUEUED', 'SENDING') and ${begunAt} > ${new Date(triedBefore.getTime() + aheadMs)})`
}
