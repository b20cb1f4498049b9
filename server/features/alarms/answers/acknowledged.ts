import { type RawBuilder, sql } from 'kysely'
import { addWebhookEvents } from '#server/db/shared/webhook-events.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { isForHelpIn } from '../calls-for-help.ts'

/** Notes that an owner has seen an alarm, the first time. Somebody who is fine now needs no help for earlier calls either. */
export async function noteAcknowledged(writing: Writing, alarmId: string, now: Date): Promise<void> {
  await note(
    writing,
    sql`seen.id = ${alarmId} and alarms.device_id = seen.device_id
      and (alarms.id = seen.id or ${isForHelpIn('seen')} and ${isForHelpIn('alarms')}
        and alarms.detected_at <= seen.detected_at)`,
    now,
  )
}

/** The same of this alarm alone. */
export async function noteSeen(writing: Writing, alarmId: string, now: Date): Promise<void> {
  await note(writing, sql`seen.id = ${alarmId} and alarms.id = seen.id`, now)
}

async function note(writing: Writing, which: RawBuilder<unknown>, now: Date): Promise<void> {
  const { rows } = await sql<{ alarmId: string; deviceId: string }>`
    update alarms set acknowledged_at = ${now} from alarms as seen
    where ${which} and alarms.acknowledged_at is null
    returning alarms.id as "alarmId", alarms.device_id as "deviceId"`.execute(writing)
  await addWebhookEvents(
    writing,
    rows.map((answered) => ({ ...answered, event: 'alarm.answered', at: now })),
  )
}
