import { type RawBuilder, sql } from 'kysely'
import type { AlarmKind } from '#contract/alarms/alarms.ts'
import type { ReceiversWishes } from '#domain/messages/message-fate.ts'
import type { MessageChannel } from '#domain/messages/messages.ts'
import { declinedOf } from '#server/db/shared/message-wishes.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** A message that is being sent. */
export interface ClaimedMessage {
  id: string
  kind: string
  about: string[]
  alarmId: string | null
  /** Of that alarm. */
  alarmKind: AlarmKind | null
  deviceId: string | null
  /** Of the account that gets it, about the vehicle. */
  wishes: ReceiversWishes
  /** Of the account that it is about; null where that is gone. */
  owner: { userId: string; email: string } | null
  recipient: string | null
  /** Its place in the chain of an alarm. */
  number: number | null
  channel: MessageChannel
  /** Of its receiver, where it is no account's. */
  address: string | null
  /** Null if the browser is not subscribed any more, or signed out. */
  target: PushTarget | null
  words: string | null
  dueAt: Date
  /** How often it was begun, with this time. */
  tries: number
}

/** As the statement that claims one reads it. */
export interface ClaimedRow {
  id: string
  kind: string
  about: string[]
  alarm_id: string | null
  device_id: string | null
  user_id: string | null
  email: string | null
  recipient: string | null
  number: number | null
  channel: MessageChannel
  address: string | null
  words: string | null
  due_at: Date
  tries: number
  endpoint: string | null
  public_key: Buffer | null
  secret: Buffer | null
  alarm_kind: AlarmKind | null
  declined: string[]
  quiet_from: string | null
  quiet_to: string | null
  digest_at: string | null
}

export function messageOf(row: ClaimedRow): ClaimedMessage {
  const { id, kind, about, alarm_id: alarmId, recipient, number, channel, address, words, due_at: dueAt, tries } = row
  const { user_id: userId, email, endpoint, public_key: publicKey, secret } = row
  const { alarm_kind: alarmKind, declined, quiet_from: from, quiet_to: to, digest_at: digestAt } = row
  return {
    id,
    kind,
    about,
    alarmId,
    alarmKind,
    deviceId: row.device_id,
    wishes: { declined, quietHours: from === null || to === null ? null : { from, to }, digestAt },
    recipient,
    number,
    channel,
    address,
    words,
    dueAt,
    tries,
    owner: userId === null || email === null ? null : { userId, email },
    target: endpoint === null || publicKey === null || secret === null ? null : { endpoint, publicKey, secret },
  }
}

/** The end of a statement that has claimed messages: what is read of `claimed`. */
export function asClaimed(now: Date): RawBuilder<ClaimedRow> {
  return sql<ClaimedRow>`
  select claimed.id, kind, about, claimed.alarm_id, claimed.device_id, users.id as user_id, users.email, recipient, number, channel,
    address, words, due_at, tries, endpoint, public_key, secret, quiet_from, quiet_to, digest_at,
    (select alarms.kind from alarms where alarms.id = claimed.alarm_id) as alarm_kind,
    ${declinedOf('claimed.user_id', 'claimed.device_id')} as declined
  from claimed
  left join users on users.id = claimed.user_id
  left join message_settings on message_settings.user_id = claimed.user_id
  left join (push_subscriptions join sessions on sessions.id = session_id and sessions.expires_at > ${now})
    on push_subscriptions.id = recipient and push_subscriptions.user_id = claimed.user_id`
}
