import * as z from 'zod'
import { deviceAddedEmail } from './device-added-email.ts'
import type { DevicesStore } from './devices.store.ts'
import { type Jobs, mailJob } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

export const deviceAddedMail = mailJob('device-added-mail', z.object({ deviceId: z.string() }))

export function registerDevicesJobs(
  jobs: Pick<Jobs, 'on'>,
  { store, mailer, publicUrl }: { store: Pick<DevicesStore, 'recipientOf'>; mailer: Mailer; publicUrl: string },
): void {
  jobs.on(deviceAddedMail, async ({ deviceId }) => {
    const recipient = await store.recipientOf(deviceId)
    if (recipient === null) return
    await mailer.send(recipient.email, deviceAddedEmail({ name: recipient.deviceName, publicUrl }))
  })
}
