import type { Logger } from 'pino'
import * as z from 'zod'
import { remindersServerLimits } from '#contract/reminders-limits.ts'
import { hourMs, minuteMs } from '#contract/time-units.ts'
import { isHourForReminders } from '#domain/licences/licence-reminders.ts'
import type { Clock } from '#server/clock.ts'
import type { PushStore } from '#server/features/push/push.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { emailName } from '#server/mail/email-name.ts'
import { whileRenewed } from '#server/mail/lease.ts'
import { AddressRefused, type Mailer, SendingDropped } from '#server/mail/mailer.ts'
import type { Pusher } from '#server/push/pusher.ts'
import { reminderEmail, reminderPush, type Told } from './reminder-texts.ts'
import type { RemindersService } from './reminders.service.ts'
import type { ClaimedReminder, RemindedDevice, RemindersStore } from './reminders.store.ts'

const remindersRaise = job('reminders-raise', z.object({}))
const remindersSend = job('reminders-send', z.object({}))

const { stuckMinutes, retryHours } = remindersServerLimits

interface Parts {
  store: RemindersStore
  service: RemindersService
  mailer: Pick<Mailer, 'send'>
  pusher: Pick<Pusher, 'send'>
  browsers: Pick<PushStore, 'remove'>
  clock: Clock
  publicUrl: string
  log: Logger
}

export function registerRemindersJobs(jobs: Pick<Jobs, 'every'>, parts: Parts): void {
  jobs.every(remindersRaise, '*/10 * * * *', () => raiseReminders(parts))
  jobs.every(remindersSend, '* * * * *', () => sendReminders(parts))
}

export async function raiseReminders({ service, clock }: Pick<Parts, 'service' | 'clock'>): Promise<void> {
  const now = clock.now()
  await service.raiseAtOnce(now)
  if (isHourForReminders(now)) await service.raiseByDay(now)
}

/** Sends all that wait. What has become untrue meanwhile is not told. */
export async function sendReminders(parts: Parts): Promise<void> {
  const { store, service, clock } = parts
  const now = clock.now()
  const due = { triedBefore: now, stuckBefore: new Date(now.getTime() - stuckMinutes * minuteMs) }
  for (;;) {
    const reminder = await store.begin(clock.now(), due)
    if (reminder === null) return
    const device = await store.device(reminder, clock.now())
    const content = device && (await service.content(reminder, device, clock.now()))
    if (device === null || content === null) {
      await store.drop(reminder)
      continue
    }
    const told = { deviceId: reminder.deviceId, deviceName: device.deviceName, content }
    await Promise.all([email(reminder, device, told, parts), push(reminder, device, told, parts)])
  }
}

async function email(reminder: ClaimedReminder, device: RemindedDevice, told: Told, parts: Parts): Promise<void> {
  const { store, mailer, clock, publicUrl, log } = parts
  const message = reminderEmail(told, publicUrl, clock.now())
  const { userId, deviceId, kind, occasion } = reminder
  const id = emailName('reminder', userId, deviceId, kind, occasion)
  const sending = whileRenewed(
    () => store.renew(reminder, clock.now()),
    () => mailer.send(device.email, message, { id }),
  )
  const state = await sending.then(
    () => 'SENT' as const,
    (error: unknown) => {
      if (error instanceof SendingDropped) return 'DROPPED'
      log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'a reminder was not taken')
      const isTooLate = clock.now().getTime() - reminder.raisedAt.getTime() > retryHours * hourMs
      return error instanceof AddressRefused || isTooLate ? 'FAILED' : 'QUEUED'
    },
  )
  await store.end(reminder, state === 'DROPPED' ? 'QUEUED' : state, clock.now())
  if (state === 'DROPPED') throw new SendingDropped('the product stops')
}

/** Once, whatever comes of it: the e-mail says the same, and waits for better times. */
async function push(
  { userId }: ClaimedReminder,
  { browsers: subscribed }: RemindedDevice,
  told: Told,
  { pusher, browsers }: Parts,
): Promise<void> {
  const message = reminderPush(told)
  await Promise.all(
    subscribed.map(async ({ id, target }) => {
      if ((await pusher.send(target, message)) === 'GONE') await browsers.remove(userId, id)
    }),
  )
}
