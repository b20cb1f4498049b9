import * as z from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { type Jobs, mailJob, round } from '#server/jobs/jobs.ts'
import { createSecret, hashOf } from '#server/platform/secrets.ts'
import { exportHandedOutEmail, exportReadyEmail } from './data-export-emails.ts'
import type { DataExportStore } from './data-export.store.ts'
import { type ExportEmailsStore, exportMessage } from './export-emails.store.ts'

/** Makes every export that waits. */
export const dataExportRound = round('data-exports')
/** Of the version before, which queued e-mails by it. */
const dataExportMail = mailJob('data-export-mail', z.object({ exportId: z.string() }))

interface Parts {
  store: Pick<DataExportStore, 'purge'>
  emails: ExportEmailsStore
  work(): Promise<void>
  messages: Messages
  clock: Clock
  publicUrl: string
}

export function registerDataExportJobs(
  jobs: Pick<Jobs, 'on' | 'every'>,
  { store, emails, work, messages, clock, publicUrl }: Parts,
): void {
  /** About what a version before has made: by a command of its own, or by a process that was killed. */
  const addEmails = async () => {
    const unmailed = await emails.unmailed()
    for (const made of unmailed) await emails.addEmail(made, createSecret(), clock.now())
    if (unmailed.length > 0) await messages.wake()
  }

  // Every minute as well: a worker may have died.
  jobs.every(dataExportRound, '* * * * *', async () => {
    await store.purge(clock.now())
    await addEmails()
    await work()
  })

  jobs.on(dataExportMail, async ({ exportId }) => {
    await emails.returnEmail(exportId)
    await addEmails()
  })

  messages.email(exportMessage, async ([exportId], { words: token }) => {
    const made = token && (await emails.beginEmail(exportId, hashOf(token), clock.now()))
    if (!made) return null
    const { email: to, expiresAt } = made
    if (expiresAt === null) return { to, email: exportHandedOutEmail({ supportPage: `${publicUrl}/support` }) }
    const link = `${publicUrl}/data-export#${token}`
    return { to, email: exportReadyEmail({ link, page: `${publicUrl}/profile/data`, expiresAt }) }
  })
}
