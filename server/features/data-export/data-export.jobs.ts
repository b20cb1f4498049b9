import * as z from 'zod'
import type { Clock } from '#server/clock.ts'
import { exportHandedOutEmail, exportReadyEmail } from './data-export-emails.ts'
import type { DataExportStore } from './data-export.store.ts'
import { type Jobs, mailJob, round } from '#server/jobs/jobs.ts'
import { emailName } from '#server/mail/email-name.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret } from '#server/secrets.ts'

/** Makes every export that waits. */
export const dataExportRound = round('data-exports')
const dataExportMail = mailJob('data-export-mail', z.object({ exportId: z.string() }))

interface Parts {
  store: DataExportStore
  work(): Promise<void>
  mailer: Pick<Mailer, 'send'>
  clock: Clock
  publicUrl: string
}

export function registerDataExportJobs(jobs: Jobs, { store, work, mailer, clock, publicUrl }: Parts): void {
  const queueEmails = async () => {
    for (const exportId of await store.unmailed()) {
      await store.noteQueued(exportId, clock.now(), (writing) => jobs.enqueue(writing, dataExportMail, { exportId }))
    }
  }

  // Every minute as well: a worker may have died.
  jobs.every(dataExportRound, '* * * * *', async () => {
    await store.purge(clock.now())
    await queueEmails()
    await work()
    await queueEmails()
  })

  jobs.on(dataExportMail, async ({ exportId }, id) => {
    const { token, hash } = createSecret()
    const email = await store.beginEmail(exportId, hash, clock.now())
    if (email === null) return
    try {
      await mailer.send(
        email.email,
        email.expiresAt === null
          ? exportHandedOutEmail({ supportPage: `${publicUrl}/support` })
          : exportReadyEmail({
              link: `${publicUrl}/data-export#${token}`,
              page: `${publicUrl}/profile/data`,
              expiresAt: email.expiresAt,
            }),
        { id: emailName('data-export', id, token) },
      )
    } catch (error) {
      await store.returnEmail(exportId, hash)
      throw error
    }
  })
}
