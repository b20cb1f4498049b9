import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AlarmEmailsStore } from '../emails/alarm-emails.store.ts'
import { personAlarmEmail, personAlarmPush } from './person-alarm-words.ts'
import type { PersonAlarmsStore } from './person-alarms.store.ts'
import { personAlarm } from './person-alarms.ts'

interface Parts {
  store: PersonAlarmsStore
  emails: Pick<AlarmEmailsStore, 'consequenceOfPersons'>
  messages: Pick<Messages, 'email' | 'push'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
}

/** What messages about alarms say to people of a vehicle. Whether they still may know is asked when it is sent. */
export function registerPersonAlarms({ store, emails, messages, clock, publicUrl }: Parts): void {
  messages.email(personAlarm, async ([alarmId], { id, owner }) => {
    const alarm = owner && (await store.read(alarmId, owner.userId, clock.now()))
    if (owner === null || alarm === null) return null
    if (alarm.isAnswered) return { unsent: 'STOPPED' }
    return {
      to: owner.email,
      email: personAlarmEmail(alarm, publicUrl),
      isWanted: async () => (await store.read(alarmId, owner.userId, clock.now()))?.isAnswered === false,
      consequence: await emails.consequenceOfPersons(id),
    }
  })
  messages.push(personAlarm, async ([alarmId], { owner }) => {
    const alarm = owner && (await store.read(alarmId, owner.userId, clock.now()))
    return alarm === null || alarm.isAnswered ? null : personAlarmPush(alarm)
  })
}
