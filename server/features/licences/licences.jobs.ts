import type { Logger } from 'pino'
import * as z from 'zod'
import type { LicenceType } from '#contract/licence-type.ts'
import { licencesServerLimits } from '#contract/licences-limits.ts'
import { hourMs, minuteMs } from '#contract/time-units.ts'
import { isHourForReminders } from '#domain/licences/licence-reminders.ts'
import type { Clock } from '#server/clock.ts'
import type { PushStore } from '#server/features/push/push.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { emailName } from '#server/mail/email-name.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { AddressRefused, type Mailer, SendingDropped } from '#server/mail/mailer.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { licenceReminderEmail, licenceReminderPush } from './licence-reminder-texts.ts'
import type { LicenceReminder, LicenceRemindersStore } from './licence-reminders.store.ts'

const licenceReminders = job('licence-reminders', z.object({}))

const { reminderStuckMinutes, reminderRetryHours } = licencesServerLimits

interface Parts {
  reminders: LicenceRemindersStore
  mailer: Pick<Mailer, 'send'>
  pusher: Pick<Pusher, 'send'>
  browsers: Pick<PushStore, 'remove'>
  clock: Clock
  publicUrl: string
  shopUrls: Record<LicenceType, string>
  log: Logger
}

export function registerLicencesJobs(jobs: Pick<Jobs, 'every'>, parts: Parts): void {
  jobs.every(licenceReminders, '*/10 * * * *', () => sendLicenceReminders(parts))
}

/** Raises the reminders that are due, by day, and sends all that wait. */
export async function sendLicenceReminders(parts: Parts): Promise<void> {
  const { reminders, clock } = parts
  const now = clock.now()
  if (isHourForReminders(now)) await reminders.raise(now)
  const due = { triedBefore: now, stuckBefore: new Date(now.getTime() - reminderStuckMinutes * minuteMs) }
  for (;;) {
    const reminder = await reminders.begin(clock.now(), due)
    if (reminder === null) return
    await Promise.all([email(reminder, parts), push(reminder, parts)])
  }
}

async function email(reminder: LicenceReminder, { reminders, mailer, clock, publicUrl, shopUrls, log }: Parts) {
  const { userId, licenceId, endsAt, daysBefore, raisedAt } = reminder
  const message = licenceReminderEmail(reminder, { publicUrl, shopUrl: shopUrls[reminder.licenceType] })
  const key = { userId, licenceId, endsAt, daysBefore }
  const id = emailName('licence-reminder', userId, licenceId, endsAt.toISOString(), String(daysBefore))
  const sending = whileRenewed(
    () => reminders.renew(key, clock.now()),
    () => mailer.send(reminder.email, message, { id }),
  )
  const state = await sending.then(
    () => 'SENT' as const,
    (error: unknown) => {
      if (error instanceof SendingDropped) return 'DROPPED'
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'a reminder of a licence was not taken')
      const isTooLate = clock.now().getTime() - raisedAt.getTime() > reminderRetryHours * hourMs
      return error instanceof AddressRefused || isTooLate ? 'FAILED' : 'QUEUED'
    },
  )
  await reminders.end(key, state === 'DROPPED' ? 'QUEUED' : state, clock.now())
  if (state === 'DROPPED') throw new SendingDropped('the product stops')
}

/** Once, whatever comes of it: the e-mail says the same, and waits for better times. */
async function push(reminder: LicenceReminder, { pusher, browsers }: Parts): Promise<void> {
  const message = licenceReminderPush(reminder)
  await Promise.all(
    reminder.browsers.map(async ({ id, target }) => {
      if ((await pusher.send(target, message)) === 'GONE') await browsers.remove(reminder.userId, id)
    }),
  )
}
