import * as z from 'zod'
import { dossierLimits } from '#contract/dossier-limits.ts'
import { dayMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import { dossierLinkEmail } from './dossier-link-email.ts'
import { dossierLinkMail } from './dossier-link-mail.ts'
import type { DossierLinksStore } from './dossier-links.store.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

const dossierPurge = job('dossier-purge', z.object({}))

/** The owner is notified of each link that is made; links that ended long ago are deleted. */
export function registerDossierJobs(
  jobs: Jobs,
  {
    links,
    devices,
    mailer,
    clock,
    publicUrl,
  }: {
    links: Pick<DossierLinksStore, 'purge'>
    devices: Pick<DevicesStore, 'recipientOf'>
    mailer: Pick<Mailer, 'send'>
    clock: Clock
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
  jobs.every(dossierPurge, '47 3 * * *', async () => {
    await links.purge(new Date(clock.now().getTime() - dossierLimits.endedLinkDays * dayMs))
  })
}
