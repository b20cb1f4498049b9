import type { AlarmKind } from '#contract/alarms/alarms.ts'
import type { OwnersWishes } from '#domain/messages/message-fate.ts'
import type { MessageChannel } from '#domain/messages/messages.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** A message that is being sent. */
export interface ClaimedMessage {
  id: string
  kind: string
  about: string[]
  alarmId: string | null
  /** Of that alarm. */
  alarmKind: AlarmKind | null
  /** Of the account that it is about, and the vehicle. */
  wishes: OwnersWishes
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
}

export function messageOf(row: ClaimedRow): ClaimedMessage {
  const { id, kind, about, alarm_id: alarmId, recipient, number, channel, address, words, due_at: dueAt, tries } = row
  const { user_id: userId, email, endpoint, public_key: publicKey, secret } = row
  const { alarm_kind: alarmKind, declined, quiet_from: from, quiet_to: to } = row
  return {
    id,
    kind,
    about,
    alarmId,
    alarmKind,
    wishes: { declined, quietHours: from === null || to === null ? null : { from, to } },
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
