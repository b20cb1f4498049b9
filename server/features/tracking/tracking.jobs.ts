import * as z from 'zod'
import { retainedSince } from '#domain/tracking.ts'
import type { Clock } from '#server/clock.ts'
import { licenceEndEmail } from './licence-end-email.ts'
import type { LicenceEndStore } from './licence-end.store.ts'
import type { PositionsStore } from './positions.store.ts'
import { job, type Jobs, mailJob } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

const positionsExpire = job('positions-expire', z.object({}))
const recordingsEnd = job('recordings-end', z.object({}))
const licenceEndMail = mailJob('licence-end-mail', z.object({ deviceId: z.string() }))

export function registerTrackingJobs(
  jobs: Pick<Jobs, 'every' | 'on' | 'send'>,
  {
    positions,
    licenceEnds,
    mailer,
    clock,
    publicUrl,
  }: {
    positions: Pick<PositionsStore, 'expire'>
    licenceEnds: LicenceEndStore
    mailer: Pick<Mailer, 'send'>
    clock: Clock
    publicUrl: string
  },
): void {
  // Nothing older than the retention is ever shown; four times an hour it is gone, too.
  jobs.every(positionsExpire, '*/15 * * * *', async () => {
    await positions.expire(retainedSince(clock.now()))
  })

  // Without a licence nothing is recorded, from the instant of its end on; this is what keeps it so, and notifies the owner.
  jobs.every(recordingsEnd, '* * * * *', async () => {
    await licenceEnds.endRecordings(clock.now())
    for (const deviceId of await licenceEnds.pending()) {
      await jobs.send(licenceEndMail, { deviceId })
      await licenceEnds.settle(deviceId)
    }
  })

  jobs.on(licenceEndMail, async ({ deviceId }) => {
    const ended = await licenceEnds.ended(deviceId)
    if (ended !== null) await mailer.send(ended.email, licenceEndEmail(ended, publicUrl))
  })
}
