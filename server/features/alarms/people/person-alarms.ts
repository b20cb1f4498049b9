import { type RawBuilder, sql } from 'kysely'
import { type AlarmKind, isCallForHelp, mayMeanTheft } from '#contract/alarms/alarms.ts'
import { accountsThatStay, type Writing } from '#server/db/transactions/locks.ts'
import { addMessages, type MessageKind } from '#server/db/shared/messages.ts'
import { isPersonNow } from '#server/db/shared/vehicle-people.ts'
import { emailName } from '#server/mail/email-name.ts'
import { alarmMessage, emailOf, type RaisedAlarm } from '../emails/alarm-messages.ts'

/** An alarm, to somebody whom the vehicle's owner has invited: the message is of that person's account. */
export const personAlarm: MessageKind<[alarmId: string]> = {
  ...alarmMessage,
  name: 'person-alarm',
  isApart: true,
}

/** Of a row of `messages`: one to an invited person. As a word, because they have an index of their own (0148). */
export const isToPerson: RawBuilder<boolean> = sql<boolean>`messages.kind = ${sql.lit(personAlarm.name)}`

/** Whether it concerns others than the owner. That the alarm is armed, a battery and a test are the owner's matters. */
export function concernsPeople(kind: AlarmKind): boolean {
  return isCallForHelp(kind) || mayMeanTheft(kind) || kind === 'SILENCE'
}

interface PersonOfAlarm {
  alarmId: string
  userId: string
  deviceId: string
  browsers: string[]
}

/**
 * Adds messages of alarms to the people of their vehicles and their browsers, in the transaction that raises them. An e-mail waits for
 * the same turn as the owner's, so nobody gets more of them than the owner.
 */
export async function addPersonAlarms(writing: Writing, alarms: readonly RaisedAlarm[]): Promise<void> {
  const told = alarms.filter(({ kind }) => concernsPeople(kind))
  const [first] = told
  if (first === undefined) return
  const { rows } = await sql<PersonOfAlarm>`
    select alarms.id as "alarmId", users.id as "userId", alarms.device_id as "deviceId",
      array(
        select push_subscriptions.id from push_subscriptions
        join sessions on sessions.id = session_id and sessions.expires_at > alarms.detected_at
        where push_subscriptions.user_id = users.id) as browsers
    from alarms join vehicle_people on vehicle_people.device_id = alarms.device_id
    join users on users.id = vehicle_people.user_id
    where alarms.id = any(${told.map(({ id }) => id)}::text[])
      and users.disabled_at is null and ${isPersonNow(first.detectedAt)}
    ${accountsThatStay}`.execute(writing)
  const byId = new Map(told.map((alarm) => [alarm.id, alarm]))
  await addMessages(
    writing,
    rows.flatMap(({ browsers, ...person }) => {
      const alarm = byId.get(person.alarmId)
      if (alarm === undefined) return []
      const { name } = personAlarm
      const email = { ...emailOf(alarm, person), id: emailName(name, alarm.id, person.userId), kind: name }
      const pushes = browsers.map((browser) => ({
        ...email,
        id: emailName(name, alarm.id, person.userId, browser),
        channel: 'PUSH' as const,
        recipient: browser,
        dueAt: alarm.detectedAt,
      }))
      return [email, ...pushes]
    }),
  )
}
