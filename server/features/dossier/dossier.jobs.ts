import * as z from 'zod'
import { dossierLinkEmail } from './links/dossier-link-email.ts'
import { dossierLinkMail } from './links/dossier-link-mail.ts'
import type { DossierStore } from './dossier.store.ts'
import { theftStands } from './theft-stands.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DevicesStore } from '#server/features/devices/devices.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

const theftsStand = job('thefts-stand', z.object({}))

/** The owner is notified of each link that is made; from a theft that was stated everything follows once it stands. */
export function registerDossierJobs(
  jobs: Jobs,
  {
    store,
    devices,
    mailer,
    clock,
    publicUrl,
  }: {
    store: Pick<DossierStore, 'stand' | 'standAll'>
    clock: Clock
    devices: Pick<DevicesStore, 'recipientOf'>
    mailer: Pick<Mailer, 'send'>
    publicUrl: string
  },
): void {
  jobs.on(theftStands, ({ deviceId, at }) => store.stand(deviceId, new Date(at), clock.now()))
  jobs.every(theftsStand, '* * * * *', () => store.standAll(clock.now()))

  jobs.on(dossierLinkMail, async ({ deviceId }, id) => {
    const recipient = await devices.recipientOf(deviceId)
    if (recipient === null) return
    await mailer.send(
      recipient.email,
      dossierLinkEmail({ deviceName: recipient.deviceName, url: `${publicUrl}/fall/${deviceId}` }),
      { id },
    )
  })
}
