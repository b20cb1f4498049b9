import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import type { Clock } from '#server/clock.ts'
import type { AuthStore } from '#server/features/auth/auth.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { emailChangeLetter, emailChangeNoticeLetter } from '#server/mail/letters.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret } from '#server/secrets.ts'

const recipient = z.object({ userId: z.string() })

/** To the new address: the link that makes it the account's. */
export const emailChangeMail = job('email-change-mail', recipient)
/** To the present address: that somebody asked for it. */
export const emailChangeNotice = job('email-change-notice', recipient)

export function registerAccountJobs(
  jobs: Jobs,
  {
    tokens,
    mailer,
    clock,
    publicUrl,
  }: {
    tokens: Pick<AuthStore, 'accountById' | 'createToken'>
    mailer: Mailer
    clock: Clock
    publicUrl: string
  },
): void {
  jobs.on(emailChangeMail, async ({ userId }) => {
    const account = await tokens.accountById(userId)
    if (account?.pendingEmail === undefined) return
    const { token, hash } = createSecret()
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + limits.account.emailTokenHours * 60 * 60_000)
    await tokens.createToken({
      hash,
      userId,
      purpose: 'change-email',
      email: account.pendingEmail,
      createdAt,
      expiresAt,
    })
    const query = new URLSearchParams({ token, email: account.pendingEmail })
    await mailer.send(account.pendingEmail, emailChangeLetter(`${publicUrl}/email-verification?${query.toString()}`))
  })

  jobs.on(emailChangeNotice, async ({ userId }) => {
    const account = await tokens.accountById(userId)
    if (account?.pendingEmail === undefined) return
    await mailer.send(account.email, emailChangeNoticeLetter(account.pendingEmail))
  })
}
