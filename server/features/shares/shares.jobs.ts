import * as z from 'zod'
import { sharesServerLimits } from '#contract/shares-limits.ts'
import { dayMs } from '#contract/time-units.ts'
import type { Clock } from '#server/clock.ts'
import { shareEmail } from './share-email.ts'
import type { SharesStore } from './shares.store.ts'
import { job, type Jobs, mailJob } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

export const shareMail = mailJob('share-mail', z.object({ shareId: z.string() }))
const sharesPurge = job('shares-purge', z.object({}))

interface Parts {
  store: Pick<SharesStore, 'ownerOf' | 'purge'>
  mailer: Pick<Mailer, 'send'>
  clock: Clock
  publicUrl: string
}

/** The owner is notified of each share that is made; shares that ended long ago are deleted. */
export function registerSharesJobs(jobs: Jobs, { store, mailer, clock, publicUrl }: Parts): void {
  jobs.on(shareMail, async ({ shareId }) => {
    const owner = await store.ownerOf(shareId)
    if (owner === null) return
    const { email, ...share } = owner
    await mailer.send(email, shareEmail({ ...share, url: `${publicUrl}/profile/data` }))
  })
  jobs.every(sharesPurge, '37 3 * * *', async () => {
    await store.purge(new Date(clock.now().getTime() - sharesServerLimits.endedDays * dayMs))
  })
}
