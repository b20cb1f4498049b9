import { sql } from 'kysely'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms-limits.ts'
import { type AlarmKind, isCallForHelp } from '#contract/alarms.ts'
import type { Writing } from '#server/db/locks.ts'
import { addMessages, type MessageKind } from '#server/db/messages.ts'
import { emailName } from '#server/mail/email-name.ts'

/** An alarm, to its owner. */
export const alarmMessage: MessageKind<[alarmId: string]> = {
  name: 'alarm',
  about: z.tuple([z.string()]),
  isAlarm: true,
  triedHours: alarmsLimits.emailRetryHours,
}

interface RaisedAlarm {
  id: string
  kind: AlarmKind
  detectedAt: Date
}

/** Adds the messages of alarms to their owners' browsers, in the transaction that raises them. */
export async function addAlarmMessages(writing: Writing, alarms: readonly RaisedAlarm[]): Promise<void> {
  const { rows } = await sql<{ alarmId: string; userId: string; deviceId: string; browser: string }>`
    select alarms.id as "alarmId", devices.user_id as "userId", device_id as "deviceId", push_subscriptions.id as browser
    from alarms
    join devices on devices.id = alarms.device_id
    join push_subscriptions on push_subscriptions.user_id = devices.user_id
    join sessions on sessions.id = push_subscriptions.session_id and sessions.expires_at > alarms.detected_at
    where alarms.id = any(${alarms.map(({ id }) => id)}::text[])`.execute(writing)
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  await addMessages(
    writing,
    rows.flatMap(({ alarmId, userId, deviceId, browser }) => {
      const alarm = byId.get(alarmId)
      if (alarm === undefined) return []
      const [kind, about] = [alarmMessage.name, [alarmId] as const]
      const [id, rank] = [emailName(kind, alarmId, browser), rankOf(alarm.kind)]
      const to = { channel: 'PUSH', recipient: browser, address: null, words: null } as const
      return [{ id, kind, about, userId, deviceId, alarmId, ...to, rank, dueAt: alarm.detectedAt }]
    }),
  )
}

/** Calls for help go first, and a low battery after all others, so that it never delays a graver one. */
function rankOf(kind: AlarmKind): number {
  if (isCallForHelp(kind)) return 0
  return kind === 'LOW_BATTERY' ? 2 : 1
}
