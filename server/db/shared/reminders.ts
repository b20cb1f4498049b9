import { sql } from 'kysely'
import * as z from 'zod'
import { type ReminderKind, reminderKinds } from '#contract/reminders/reminders.ts'
import { topicOfReminder } from '#domain/messages/message-fate.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { isWantedSomehow } from './message-wishes.ts'
import { addForOwner, messageKind } from './messages.ts'

/** A device, what there is to tell about it, and its occasion. */
const about = z.tuple([z.string(), z.enum(reminderKinds), z.string()])
export type ReminderAbout = z.infer<typeof about>
export const reminderMessage = messageKind('reminder', about)

export interface NewReminder {
  deviceId: string
  kind: ReminderKind
  /** What makes it due: of one occasion its owner is told once. */
  occasion: string
  at: Date
}

/**
 * The only place that makes something to be told to a device's owner. It belongs into the transaction of what happened, so
 * that neither is there without the other. There are none for demo devices or unwanted kinds.
 */
export async function raiseReminder(writing: Writing, { deviceId, kind, occasion, at }: NewReminder): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    insert into reminders (user_id, device_id, kind, occasion, created_at)
    select user_id, id, ${kind}, ${occasion}, ${at} from devices
    where id = ${deviceId} and not demo and ${isWantedSomehow(topicOfReminder(kind))}
    on conflict do nothing returning user_id`.execute(writing)
  for (const { user_id: userId } of rows) {
    const about: ReminderAbout = [deviceId, kind, occasion]
    await addForOwner(writing, reminderMessage, { about, userId, deviceId, words: null, dueAt: at })
  }
}
