import { sql } from 'kysely'

/** Which messages are to be sent: those that wait, unless they were tried since `triedBefore`, and those that were lost. */
export interface Due {
  triedBefore: Date
  /** Begun before it, and nothing heard since: their worker is gone. */
  lostBefore: Date
}

/** Of messages whose state and begin stand in these columns. */
export function isDue({ triedBefore, lostBefore }: Due, columns: { state: string; begunAt: string }) {
  const [state, begunAt] = [sql.ref(columns.state), sql.ref(columns.begunAt)]
  return sql<boolean>`(
    ${state} = 'QUEUED' and (${begunAt} is null or ${begunAt} < ${triedBefore})
    or ${state} = 'SENDING' and ${begunAt} < ${lostBefore})`
}

/** A battery that runs low is told when nothing graver is to be: its message never delays that of a theft. */
export const canWait = sql<boolean>`kind = 'LOW_BATTERY'`
