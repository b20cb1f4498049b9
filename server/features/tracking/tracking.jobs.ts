import * as z from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import { consentRenewalEmail } from './consent-renewal-email.ts'
import type { ConsentRenewalStore } from './consent-renewal.store.ts'
import type { LicenceEndStore } from './licence-end.store.ts'
import type { TrackingService } from './tracking.service.ts'
import { job, type Jobs, mailJob } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

const recordingsEnd = job('recordings-end', z.object({}))
const consentsRenewal = job('consents-renewal', z.object({}))
const consentRenewalMail = mailJob('consent-renewal-mail', z.object({ userId: z.string() }))

export function registerTrackingJobs(
  jobs: Pick<Jobs, 'every' | 'on' | 'enqueue'>,
  {
    licenceEnds,
    renewals,
    service,
    mailer,
    clock,
    publicUrl,
  }: {
    licenceEnds: LicenceEndStore
    renewals: ConsentRenewalStore
    service: Pick<TrackingService, 'renew'>
    mailer: Pick<Mailer, 'send'>
    clock: Clock
    publicUrl: string
  },
): void {
  // Without a licence nothing is recorded, from the instant of its end on. This makes it permanent, and has the owner told.
  jobs.every(recordingsEnd, '* * * * *', () => licenceEnds.endRecordings(clock.now()))

  // A consent to a former text is asked about once by e-mail, and ends if it is not answered in time.
  jobs.every(consentsRenewal, '11 * * * *', async () => {
    for (const deviceId of await renewals.candidates(clock.now())) await service.renew(deviceId)
    for (const userId of await renewals.pending()) {
      await renewals.settle(userId, (writing) => jobs.enqueue(writing, consentRenewalMail, { userId }))
    }
  })

  jobs.on(consentRenewalMail, async ({ userId }, id) => {
    const request = await renewals.request(userId)
    if (request !== null) await mailer.send(request.email, consentRenewalEmail(request.devices, publicUrl), { id })
  })
}
