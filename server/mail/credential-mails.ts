import * as z from 'zod'
import { messageKind } from '#server/db/shared/messages.ts'
import { mailJob } from '#server/jobs/jobs.ts'
import { credentialChangeNames } from './security-emails.ts'

/* E-mails about how somebody signs in, as they are queued: more than one feature does. */

/** To the address that the account had before: how to sign in to it has changed. */
export const credentialChangeMail = mailJob(
  'credential-change-mail',
  z.object({ userId: z.string(), email: z.string(), change: z.enum(credentialChangeNames) }),
)
/** To the new address: the link that makes it the account's. */
export const emailChangeMail = mailJob('email-change-mail', z.object({ userId: z.string(), newEmail: z.string() }))
/** To the address that the account had when the change was requested, whatever has happened to the change since. */
export const emailChangeNotice = mailJob(
  'email-change-notice',
  z.object({ userId: z.string(), email: z.string(), newEmail: z.string() }),
)

/* The same two, when the support asks for the change: a command queues no jobs. */
export const emailChangeLink = messageKind('email-change', z.tuple([z.string()]))
export const emailChangeReport = messageKind('email-change-notice', z.tuple([z.string()]))
