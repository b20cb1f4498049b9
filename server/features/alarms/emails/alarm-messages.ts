import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { alarmsLimits } from '#contract/alarms/alarms-limits.ts'
import { type AlarmKind, isCallForHelp } from '#contract/alarms/alarms.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { addMessages, type MessageKind, type NewMessage } from '#server/db/shared/messages.ts'
import { emailName } from '#server/mail/email-name.ts'
import { emailIdOf } from './alarm-email-id.ts'

/** An alarm, to its owner. */
export const alarmMessage: MessageKind<[alarmId: string]> = {
  name: 'alarm',
  about: z.tuple([z.string()]),
  isAlarm: true,
  triedHours: alarmsLimits.emailRetryHours,
}

/** One of the chain of an alarm: to an emergency contact, or to a phone. */
export const hopMessage: MessageKind<[alarmId: string]> = { ...alarmMessage, name: 'alarm-hop' }

export interface RaisedAlarm {
  id: string
  kind: AlarmKind
  detectedAt: Date
  /** When its e-mail may be sent, at the earliest; absent: at once. */
  emailAt?: Date
}

interface OwnedAlarm {
  alarmId: string
  userId: string
  deviceId: string
  browsers: string[]
}

/** Adds the messages of alarms to their owners and their browsers, in the transaction that raises them. */
export async function addAlarmMessages(writing: Writing, alarms: readonly RaisedAlarm[]): Promise<void> {
  const { rows } = await sql<OwnedAlarm>`
    select alarms.id as "alarmId", devices.user_id as "userId", device_id as "deviceId",
      array(
        select push_subscriptions.id from push_subscriptions
        join sessions on sessions.id = session_id and sessions.expires_at > alarms.detected_at
        where push_subscriptions.user_id = devices.user_id) as browsers
    from alarms join devices on devices.id = alarms.device_id
    where alarms.id = any(${alarms.map(({ id }) => id)}::text[])`.execute(writing)
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  await addMessages(
    writing,
    rows.flatMap(({ browsers, ...owned }) => {
      const alarm = byId.get(owned.alarmId)
      if (alarm === undefined) return []
      const email = emailOf(alarm, owned)
      const pushes = browsers.map((browser) => ({
        ...email,
        id: emailName(alarmMessage.name, alarm.id, browser),
        channel: 'PUSH' as const,
        recipient: browser,
        dueAt: alarm.detectedAt,
      }))
      return [email, ...pushes]
    }),
  )
}

/** An alarm's e-mail to its owner. */
export function emailOf(
  { id, kind, detectedAt, emailAt = detectedAt }: RaisedAlarm,
  { userId, deviceId }: Pick<OwnedAlarm, 'userId' | 'deviceId'>,
): NewMessage {
  return {
    id: emailIdOf(id),
    kind: alarmMessage.name,
    about: [id],
    userId,
    deviceId,
    alarmId: id,
    number: null,
    channel: 'EMAIL',
    recipient: null,
    address: null,
    words: null,
    rank: rankOf(kind),
    dueAt: emailAt > detectedAt ? emailAt : detectedAt,
  }
}

/** Of a row of `messages`: an alarm's e-mail to its owner. */
export const isOwnersEmail: RawBuilder<boolean> = sql<boolean>`(messages.kind = ${alarmMessage.name} and messages.channel = 'EMAIL')`

/** Of a row of `messages`: one of a chain. As a word, because chains have an index of their own (0133). */
export const isHop: RawBuilder<boolean> = sql<boolean>`messages.kind = ${sql.lit(hopMessage.name)}`

/** Calls for help go first, and a low battery after all others, so that it never delays a graver one. */
export function rankOf(kind: AlarmKind): number {
  if (isCallForHelp(kind)) return 0
  return kind === 'LOW_BATTERY' ? 2 : 1
}
