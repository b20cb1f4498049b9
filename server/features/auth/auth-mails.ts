import * as z from 'zod'
import { messageKind } from '#server/db/shared/messages.ts'
import { mailJob } from '#server/jobs/jobs.ts'

/** Only the recipient is queued. The token is made when the e-mail is written, and only its hash is stored. */
const recipient = z.object({ userId: z.string() })

export const verificationMail = mailJob('verification-mail', recipient)
/** The same, when the support has it sent: a command queues no jobs. */
export const verificationMessage = messageKind('verification', z.tuple([z.string()]))
export const passwordResetMail = mailJob('password-reset-mail', recipient)
/** A browser that the account was not signed in to from before. */
export const newBrowserMail = mailJob(
  'new-browser-mail',
  z.object({ userId: z.string(), email: z.string(), client: z.string(), at: z.iso.datetime() }),
)
