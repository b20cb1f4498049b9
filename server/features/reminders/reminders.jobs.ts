import * as z from 'zod'
import { isHourForReminders } from '#domain/licences/licence-reminders.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type ReminderAbout, reminderMessage } from '#server/db/shared/reminders.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { reminderEmail, reminderInDigest, reminderPush, type Told } from './reminder-texts.ts'
import type { RemindersService } from './reminders.service.ts'
import type { ReminderKey, RemindersStore } from './reminders.store.ts'

const remindersRaise = job('reminders-raise', z.object({}))
interface Parts {
  store: RemindersStore
  service: RemindersService
  messages: Messages
  clock: Clock
  publicUrl: string
}

export function registerRemindersJobs(jobs: Pick<Jobs, 'every' | 'end'>, parts: Parts): void {
  const { messages } = parts
  jobs.every(remindersRaise, '*/10 * * * *', async () => {
    await raiseReminders(parts)
    await messages.wake()
  })
  // Of the version before, which begins it each minute.
  jobs.end(['reminders-send'])
  registerReminders(parts)
}

export async function raiseReminders({ service, clock }: Pick<Parts, 'service' | 'clock'>): Promise<void> {
  const now = clock.now()
  await service.raiseAtOnce(now)
  if (isHourForReminders(now)) await service.raiseByDay(now)
}

/** What has become untrue meanwhile is not told. */
export function registerReminders({ store, service, messages, clock, publicUrl }: Parts): void {
  const toldOf = async (key: ReminderKey): Promise<Told | null> => {
    const device = await store.device(key, clock.now())
    const content = device && (await service.content(key, device, clock.now()))
    return device && content && { deviceId: key.deviceId, deviceName: device.deviceName, content }
  }
  messages.email(reminderMessage, async (about, { owner }) => {
    if (owner === null) return null
    const key = keyOf(about, owner)
    const told = await toldOf(key)
    if (told !== null) {
      return {
        to: owner.email,
        email: reminderEmail(told, publicUrl, clock.now()),
        ...reminderInDigest(told, publicUrl),
      }
    }
    await store.drop(key)
    return null
  })
  messages.push(reminderMessage, async (about, { owner }) => {
    const told = owner && (await toldOf(keyOf(about, owner)))
    return told && reminderPush(told)
  })
}

function keyOf([deviceId, kind, occasion]: ReminderAbout, { userId }: { userId: string }): ReminderKey {
  return { userId, deviceId, kind, occasion }
}
