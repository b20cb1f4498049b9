import * as z from 'zod'
import { accountLimits } from '#contract/account/account-limits.ts'
import { knownClientName } from '#domain/auth/client-name.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { passwordResetEmail, verificationEmail } from '#server/mail/emails.ts'
import { credentialChangeMail } from '#server/mail/credential-mails.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { credentialChangeEmail, newBrowserEmail } from '#server/mail/security-emails.ts'
import { type AccountsStore, isFinished } from './accounts.store.ts'
import { newBrowserMail, passwordResetMail, verificationMail, verificationMessage } from './auth-mails.ts'
import type { MailedLinks } from './mailed-links.ts'

const authPurge = job('auth-purge', z.object({}))

interface Parts {
  accounts: AccountsStore
  mailer: Mailer
  messages: Pick<Messages, 'email'>
  clock: Clock
  links: MailedLinks
}

export function registerAuthJobs(jobs: Jobs, { accounts, mailer, messages, clock, links }: Parts): void {
  const verificationOf = async (userId: string) => {
    const account = await accounts.accountById(userId)
    if (account === null || isFinished(account)) return null
    const { email: to } = account
    const token = await links.token(userId, to, 'verify-email', accountLimits.emailTokenHours)
    return token && { to, email: verificationEmail(links.to('/email-verification', { token, email: to })) }
  }

  jobs.on(verificationMail, async ({ userId }, id) => {
    const mail = await verificationOf(userId)
    if (mail) await mailer.send(mail.to, mail.email, { id })
  })

  messages.email(
    verificationMessage,
    async (_about, { owner }) => (owner && (await verificationOf(owner.userId))) || null,
  )

  jobs.on(passwordResetMail, async ({ userId }, id) => {
    const account = await accounts.accountById(userId)
    if (account === null) return
    const token = await links.token(userId, account.email, 'password-reset', accountLimits.passwordResetTokenHours)
    if (token === null) return
    await mailer.send(account.email, passwordResetEmail(links.to('/password-reset', { token })), { id })
  })

  jobs.on(credentialChangeMail, async ({ userId, email, change }, id) => {
    await mailer.send(email, credentialChangeEmail(change, await links.wayOut(userId, email)), { id })
  })

  jobs.on(newBrowserMail, async ({ userId, email, client, at }, id) => {
    const signIn = { browser: knownClientName(client), at: new Date(at) }
    await mailer.send(email, newBrowserEmail(signIn, await links.wayOut(userId, email, signIn.at)), { id })
  })

  jobs.every(authPurge, '17 3 * * *', () => accounts.purge(clock.now()))
}
