import type { Clock } from '#server/platform/clock.ts'
import { deviceAddedEmail } from './device-added-email.ts'
import { deviceAddedMail, deviceHandedOverMail, deviceOfferMail, deviceOfferMessage } from './device-mails.ts'
import { deviceHandedOverEmail, deviceOfferEmail } from './device-offer-emails.ts'
import type { DeviceOffersStore } from './device-offers.store.ts'
import type { DevicesStore } from './devices.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'

export function registerDevicesJobs(
  jobs: Pick<Jobs, 'on'>,
  {
    store,
    offers,
    messages,
    mailer,
    clock,
    publicUrl,
  }: {
    store: Pick<DevicesStore, 'recipientOf'>
    offers: Pick<DeviceOffersStore, 'byToken' | 'addEmail'>
    messages: Pick<Messages, 'email' | 'wake'>
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
  messages.email(deviceOfferMessage, async (_about, { words: token }) => {
    const offer = token && (await offers.byToken(hashOf(token), clock.now()))
    if (!offer) return null
    const link = `${publicUrl}/device-offer?${new URLSearchParams({ token })}`
    return { to: offer.email, email: deviceOfferEmail(offer, link) }
  })
  jobs.on(deviceOfferMail, async ({ deviceId, email }) => {
    await offers.addEmail(deviceId, email, createSecret(), clock.now())
    await messages.wake()
  })
  jobs.on(deviceHandedOverMail, async ({ email, model }, id) =>
    mailer.send(email, deviceHandedOverEmail(model), { id }),
  )
}
