import { type RawBuilder, sql } from 'kysely'
import { choiceOf, type MessageTopic } from '#contract/messages/message-wishes.ts'
import { declinedName } from '#domain/messages/message-fate.ts'

/**
 * What the owner of a device, or somebody whom they have invited, does not want to be sent about it, each for themselves, as
 * `topic channel` (`domain/messages/message-fate.ts`). Until they have said so by vehicle, the kinds of reminders count that they
 * do not want of any: a version before keeps them.
 * @param userId the column of an account's id. @param deviceId of a device's.
 */
export function declinedOf(userId: string, deviceId: string): RawBuilder<string[]> {
  const [account, device] = [sql.ref(userId), sql.ref(deviceId)]
  return sql<string[]>`array(
    select said.topic || ' ' || said.channel from declined_messages as said
    where said.user_id = ${account} and said.device_id = ${device}
    union all
    select before.kind || ' ' || ways.channel
    from unwanted_reminders as before cross join (values ('EMAIL'), ('PUSH')) as ways (channel)
    where before.user_id = ${account} and not exists (
      select from message_settings as by_vehicle where by_vehicle.user_id = ${account} and wishes_from is not null))`
}

/** Whether the owner of a device of `devices` wants messages about a topic by e-mail or push. What is fixed is not theirs to decline. */
export function isWantedSomehow(topic: MessageTopic): RawBuilder<boolean> {
  const channels = ['EMAIL', 'PUSH'] as const
  if (channels.some((channel) => choiceOf(topic, channel) === 'FIXED')) return sql<boolean>`true`
  const ways = channels.map((channel) => declinedName(topic, channel))
  return sql<boolean>`not (${declinedOf('devices.user_id', 'devices.id')} @> ${ways}::text[])`
}
