import { sql } from 'kysely'
import { dayMs } from '#contract/base/time-units.ts'
import type { Database } from '#server/db/connection/database.ts'

/** How much there is, and what the theft alarm does. Counts alone: nothing about anybody. */
export interface StoredFigures {
  accounts: number
  devices: number
  recorded: number
  guarded: number
  /** Of the last 24 hours. */
  alarms: { kind: string; count: number }[]
  /** E-mails of these alarms. */
  alarmEmails: { state: string; count: number }[]
}

export async function readStoredFigures(database: Database, now: Date): Promise<StoredFigures> {
  const aDayAgo = new Date(now.getTime() - dayMs)
  const { rows } = await sql<StoredFigures>`
    select (select count(*)::int from users where not demo) as accounts,
      (select count(*)::int from devices where not demo) as devices,
      (select count(*)::int from tracking_settings where enabled) as recorded,
      (select count(*)::int from tracking_settings where enabled and mode in ('THEFT', 'BOTH')) as guarded,
      (select coalesce(json_agg(json_build_object('kind', kind, 'count', count)), '[]') from
        (select kind, count(*)::int from alarms where detected_at > ${aDayAgo} group by kind order by kind) as kinds) as alarms,
      (select coalesce(json_agg(json_build_object('state', state, 'count', count)), '[]') from
        (select state, count(*)::int from alarms join messages on messages.alarm_id = alarms.id
          where detected_at > ${aDayAgo} and messages.kind = 'alarm' and channel = 'EMAIL' group by state order by state) as states)
        as "alarmEmails"`.execute(database)
  const [figures] = rows
  if (figures === undefined) throw new Error('a query without a condition has a row')
  return figures
}
