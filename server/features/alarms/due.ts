import { sql } from 'kysely'

/** A low battery is notified after everything graver: its message never delays that of a theft. */
export const canWait = sql<boolean>`kind = 'LOW_BATTERY'`
