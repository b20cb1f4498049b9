import { sql } from 'kysely'
import { helpKinds } from '#contract/alarms/alarms.ts'

/** Whether an alarm of `alarms` is a call for help. */
export const isForHelp = sql<boolean>`kind = any(${helpKinds}::text[])`

/** The same where alarms are compared with each other. */
export function isForHelpIn(alias: 'alarms' | 'later' | 'seen') {
  return sql<boolean>`(${sql.ref(`${alias}.kind`)} = any(${helpKinds}::text[]))`
}
