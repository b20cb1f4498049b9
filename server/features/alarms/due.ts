import { sql } from 'kysely'
import { helpKinds } from '#contract/alarms.ts'

/** Whether an alarm of `alarms` is a call for help. */
export const isForHelp = sql<boolean>`kind = any(${helpKinds}::text[])`

/** The same where alarms are compared with each other. */
export function isForHelpIn(alias: 'alarms' | 'later' | 'seen') {
  return sql<boolean>`(${sql.ref(`${alias}.kind`)} = any(${helpKinds}::text[]))`
}

/** The order of messages: calls for help first, and a low battery after all others, so that it never delays a graver one. */
export const rank = sql<number>`case when ${isForHelp} then 0 when kind = 'LOW_BATTERY' then 2 else 1 end`
