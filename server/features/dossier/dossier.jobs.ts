import { dossierLinkEmail } from './dossier-link-email.ts'
import { dossierLinkMail } from './dossier-link-mail.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** The owner is notified of each link that is made. */
export function registerDossierJobs(
  jobs: Jobs,
  {
    devices,
    mailer,
    publicUrl,
  }: {
    devices: Pick<DevicesStore, 'recipientOf'>
    mailer: Pick<Mailer, 'send'>
    publicUrl: string
  },
): void {
  jobs.on(dossierLinkMail, async ({ deviceId }, id) => {
    const recipient = await devices.recipientOf(deviceId)
    if (recipient === null) return
    await mailer.send(
      recipient.email,
      dossierLinkEmail({ deviceName: recipient.deviceName, url: `${publicUrl}/tracking` }),
      { id },
    )
  })
}
