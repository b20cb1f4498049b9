import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import { job, type Jobs, mailJob } from '#server/jobs/jobs.ts'
import { passwordChangedLetter, passwordResetLetter, verificationLetter } from '#server/mail/letters.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { type AuthStore, isFinished } from './auth.store.ts'
import type { MailedLinks } from './mailed-links.ts'

/** Only who shall get it is queued: the token is made when the letter is written, and never stored but hashed. */
const recipient = z.object({ userId: z.string() })

export const verificationMail = mailJob('verification-mail', recipient)
export const passwordResetMail = mailJob('password-reset-mail', recipient)
/** To the account's address: its password was changed. */
export const passwordChangedMail = mailJob('password-changed-mail', z.object({ email: z.string() }))
const authPurge = job('auth-purge', z.object({}))

/** No window looks back further than a day; the privacy statement promises two at most. */
const attemptsKeptMinutes = 24 * 60

export function registerAuthJobs(
  jobs: Jobs,
  {
    store,
    attempts,
    mailer,
    clock,
    links,
  }: { store: AuthStore; attempts: Attempts; mailer: Mailer; clock: Clock; links: MailedLinks },
): void {
  jobs.on(verificationMail, async ({ userId }) => {
    const account = await store.accountById(userId)
    if (account === null || isFinished(account)) return
    const token = await links.token(userId, account.email, 'verify-email', limits.account.emailTokenHours)
    if (token === null) return
    await mailer.send(
      account.email,
      verificationLetter(links.to('/email-verification', { token, email: account.email })),
    )
  })

  jobs.on(passwordResetMail, async ({ userId }) => {
    const account = await store.accountById(userId)
    if (account === null) return
    const token = await links.token(userId, account.email, 'password-reset', limits.account.passwordResetTokenHours)
    if (token === null) return
    await mailer.send(account.email, passwordResetLetter(links.to('/password-reset', { token })))
  })

  jobs.on(passwordChangedMail, async ({ email }) => {
    await mailer.send(email, passwordChangedLetter(links.to('/password-reset', { email })))
  })

  jobs.every(authPurge, '17 3 * * *', async () => {
    await store.purge(clock.now())
    await attempts.purge(attemptsKeptMinutes)
  })
}
