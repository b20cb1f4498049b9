import * as z from 'zod'
import type { LicenceType } from '#contract/licences/licence-type.ts'
import { isHourForReminders } from '#domain/licences/licence-reminders.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { licenceReminderEmail, licenceReminderInDigest, licenceReminderPush } from './licence-reminder-texts.ts'
import {
  licenceReminder,
  type LicenceReminderAbout,
  type LicenceRemindersStore,
  type ReminderKey,
} from './licence-reminders.store.ts'

const licenceReminders = job('licence-reminders', z.object({}))

interface Parts {
  reminders: LicenceRemindersStore
  messages: Messages
  clock: Clock
  publicUrl: string
  shopUrls: Record<LicenceType, string>
}

export function registerLicencesJobs(jobs: Pick<Jobs, 'every'>, parts: Parts): void {
  const { messages } = parts
  jobs.every(licenceReminders, '*/10 * * * *', async () => {
    await raiseLicenceReminders(parts)
    await messages.wake()
  })
  registerLicenceReminders(parts)
}

/** Raises the reminders that are due, by day. */
export async function raiseLicenceReminders({ reminders, clock }: Pick<Parts, 'reminders' | 'clock'>): Promise<void> {
  const now = clock.now()
  if (isHourForReminders(now)) await reminders.raise(now)
}

export function registerLicenceReminders({ reminders, messages, clock, publicUrl, shopUrls }: Parts): void {
  messages.email(licenceReminder, async (about, { owner }) => {
    if (owner === null) return null
    const key = keyOf(about, owner)
    const reminder = await reminders.read(key, clock.now())
    if (reminder === null) {
      await reminders.drop(key)
      return null
    }
    const shopUrl = shopUrls[reminder.licenceType]
    return {
      to: owner.email,
      email: licenceReminderEmail(reminder, { publicUrl, shopUrl }),
      inDigest: licenceReminderInDigest(reminder, publicUrl),
    }
  })
  messages.push(licenceReminder, async (about, { owner }) => {
    const reminder = owner && (await reminders.read(keyOf(about, owner), clock.now()))
    return reminder && licenceReminderPush(reminder)
  })
}

function keyOf([licenceId, endsAt, daysBefore]: LicenceReminderAbout, { userId }: { userId: string }): ReminderKey {
  return { userId, licenceId, endsAt: new Date(endsAt), daysBefore: Number(daysBefore) }
}
