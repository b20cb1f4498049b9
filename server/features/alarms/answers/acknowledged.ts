import { sql } from 'kysely'
import type { Queries } from '#server/db/connection/database.ts'
import { isForHelpIn } from '../calls-for-help.ts'

/** Notes that an owner has seen an alarm, the first time. Somebody who is fine now needs no help for earlier calls either. */
export async function noteAcknowledged(queries: Queries, alarmId: string, now: Date): Promise<void> {
  await sql`
    update alarms set acknowledged_at = ${now} from alarms as seen
    where seen.id = ${alarmId} and alarms.device_id = seen.device_id and alarms.acknowledged_at is null
      and (alarms.id = seen.id or ${isForHelpIn('seen')} and ${isForHelpIn('alarms')}
        and alarms.detected_at <= seen.detected_at)`.execute(queries)
}
