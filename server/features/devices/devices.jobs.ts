import * as z from 'zod'
import type { Clock } from '#server/clock.ts'
import { deviceAddedEmail } from './device-added-email.ts'
import { deviceAddedMail, deviceHandedOverMail, deviceOfferMail } from './device-mails.ts'
import { deviceHandedOverEmail, deviceOfferEmail } from './device-offer-emails.ts'
import type { DeviceOffersStore } from './device-offers.store.ts'
import type { DevicesStore } from './devices.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { emailName } from '#server/mail/email-name.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret } from '#server/secrets.ts'

const offersPurge = job('device-offers-purge', z.object({}))

export function registerDevicesJobs(
  jobs: Pick<Jobs, 'on' | 'every'>,
  {
    store,
    offers,
    mailer,
    clock,
    publicUrl,
  }: {
    store: Pick<DevicesStore, 'recipientOf'>
    offers: Pick<DeviceOffersStore, 'giveToken' | 'purge'>
    mailer: Pick<Mailer, 'send'>
    clock: Pick<Clock, 'now'>
    publicUrl: string
  },
): void {
  jobs.on(deviceAddedMail, async ({ deviceId }, id) => {
    const recipient = await store.recipientOf(deviceId)
    if (recipient === null) return
    await mailer.send(recipient.email, deviceAddedEmail({ name: recipient.deviceName, publicUrl }), { id })
  })
  jobs.on(deviceOfferMail, async ({ deviceId, email }, id) => {
    const { token, hash } = createSecret()
    const offer = await offers.giveToken(deviceId, email, hash)
    if (offer === null) return
    const link = `${publicUrl}/device-offer?${new URLSearchParams({ token })}`
    await mailer.send(email, deviceOfferEmail(offer, link), { id: emailName('device-offer', id, token) })
  })
  jobs.on(deviceHandedOverMail, async ({ email, model }, id) =>
    mailer.send(email, deviceHandedOverEmail(model), { id }),
  )
  jobs.every(offersPurge, '27 * * * *', () => offers.purge(clock.now()))
}
