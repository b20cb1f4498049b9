import { sql } from 'kysely'
import type { ReminderKind } from '#contract/reminders.ts'
import type { Queries } from '#server/db/database.ts'

export interface NewReminder {
  deviceId: string
  kind: ReminderKind
  /** What makes it due: of one occasion its owner is told once. */
  occasion: string
  at: Date
}

/**
 * The only place that makes something to be told to a device's owner. It belongs into the transaction of what happened, so
 * that neither is there without the other. Nobody is told of the demo's devices, or what they do not want to be told.
 */
export async function raiseReminder(queries: Queries, { deviceId, kind, occasion, at }: NewReminder): Promise<void> {
  await sql`
    insert into reminders (user_id, device_id, kind, occasion, state, created_at)
    select user_id, id, ${kind}, ${occasion}, 'QUEUED', ${at} from devices
    where id = ${deviceId} and not demo and not exists (
      select from unwanted_reminders where unwanted_reminders.user_id = devices.user_id
        and unwanted_reminders.kind = ${kind})
    on conflict do nothing`.execute(queries)
}
