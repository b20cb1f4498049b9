import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { alarmTurns } from '#server/features/messages/messages.store.ts'
import type { Clock } from '#server/platform/clock.ts'
import { personAlarmEmail, personAlarmPush } from './person-alarm-words.ts'
import type { PersonAlarmsStore } from './person-alarms.store.ts'
import { personAlarm } from './person-alarms.ts'

interface Parts {
  store: PersonAlarmsStore
  messages: Pick<Messages, 'email' | 'push'>
  clock: Pick<Clock, 'now'>
  publicUrl: string
}

/**
 * Says what people of a vehicle are told of its alarms. Whether they still may know is asked when it is sent. In lanes of their own:
 * they never wait for owners, and no owner for them.
 */
export function registerPersonAlarms({ store, messages, clock, publicUrl }: Parts): void {
  messages.email(
    personAlarm,
    async ([alarmId], { owner }) => {
      const alarm = owner && (await store.read(alarmId, owner.userId, clock.now()))
      if (owner === null || alarm === null) return null
      if (alarm.isAnswered) return { unsent: 'STOPPED' }
      return {
        to: owner.email,
        email: personAlarmEmail(alarm, publicUrl),
        isWanted: async () => (await store.read(alarmId, owner.userId, clock.now()))?.isAnswered === false,
      }
    },
    { lane: { name: 'person-alarms-by-email', turns: alarmTurns } },
  )
  messages.push(
    personAlarm,
    async ([alarmId], { owner }) => {
      const alarm = owner && (await store.read(alarmId, owner.userId, clock.now()))
      return alarm === null || alarm.isAnswered ? null : personAlarmPush(alarm)
    },
    { name: 'person-alarms-by-push', turns: alarmTurns },
  )
}
