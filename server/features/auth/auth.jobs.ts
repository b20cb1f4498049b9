import * as z from 'zod'
import { accountLimits } from '#contract/account-limits.ts'
import { purgeServerLimits } from '#contract/purge-limits.ts'
import { dayMinutes } from '#contract/time-units.ts'
import { knownClientName } from '#domain/auth/client-name.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import { job, type Jobs, mailJob } from '#server/jobs/jobs.ts'
import { passwordResetEmail, verificationEmail } from '#server/mail/emails.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { credentialChangeEmail, credentialChangeNames, newBrowserEmail } from '#server/mail/security-emails.ts'
import { type AccountsStore, isFinished } from './accounts.store.ts'
import type { MailedLinks } from './mailed-links.ts'

/** Only the recipient is queued. The token is made when the e-mail is written, and only its hash is stored. */
const recipient = z.object({ userId: z.string() })

export const verificationMail = mailJob('verification-mail', recipient)
export const passwordResetMail = mailJob('password-reset-mail', recipient)
/** To the address that the account had before: how to sign in to it has changed. */
export const credentialChangeMail = mailJob(
  'credential-change-mail',
  z.object({ userId: z.string(), email: z.string(), change: z.enum(credentialChangeNames) }),
)
/** A browser that the account was not signed in to from before. */
export const newBrowserMail = mailJob(
  'new-browser-mail',
  z.object({ userId: z.string(), email: z.string(), client: z.string(), at: z.iso.datetime() }),
)
const authPurge = job('auth-purge', z.object({}))

export function registerAuthJobs(
  jobs: Jobs,
  {
    accounts,
    attempts,
    mailer,
    clock,
    links,
  }: { accounts: AccountsStore; attempts: Attempts; mailer: Mailer; clock: Clock; links: MailedLinks },
): void {
  jobs.on(verificationMail, async ({ userId }) => {
    const account = await accounts.accountById(userId)
    if (account === null || isFinished(account)) return
    const token = await links.token(userId, account.email, 'verify-email', accountLimits.emailTokenHours)
    if (token === null) return
    await mailer.send(
      account.email,
      verificationEmail(links.to('/email-verification', { token, email: account.email })),
    )
  })

  jobs.on(passwordResetMail, async ({ userId }) => {
    const account = await accounts.accountById(userId)
    if (account === null) return
    const token = await links.token(userId, account.email, 'password-reset', accountLimits.passwordResetTokenHours)
    if (token === null) return
    await mailer.send(account.email, passwordResetEmail(links.to('/password-reset', { token })))
  })

  jobs.on(credentialChangeMail, async ({ userId, email, change }) => {
    await mailer.send(email, credentialChangeEmail(change, await links.wayOut(userId, email)))
  })

  jobs.on(newBrowserMail, async ({ userId, email, client, at }) => {
    const signIn = { browser: knownClientName(client), at: new Date(at) }
    await mailer.send(email, newBrowserEmail(signIn, await links.wayOut(userId, email, signIn.at)))
  })

  jobs.every(authPurge, '17 3 * * *', async () => {
    await accounts.purge(clock.now())
    await attempts.purge(purgeServerLimits.attemptDays * dayMinutes)
  })
}
