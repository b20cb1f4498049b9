import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import type { Clock } from '#server/clock.ts'
import type { Attempts } from '#server/db/attempts.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import { passwordChangedLetter, passwordResetLetter, verificationLetter } from '#server/mail/letters.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret } from '#server/secrets.ts'
import type { AuthStore, TokenPurpose } from './auth.store.ts'

/** Only who shall get it is queued: the token is made when the letter is written, and never stored but hashed. */
const recipient = z.object({ userId: z.string() })

export const verificationMail = job('verification-mail', recipient)
export const passwordResetMail = job('password-reset-mail', recipient)
/** To the account's address: its password is another one. */
export const passwordChangedMail = job('password-changed-mail', z.object({ email: z.string() }))
const authPurge = job('auth-purge', z.object({}))

const hourMs = 60 * 60_000
/** No window looks back further than a day; the privacy statement promises two at most. */
const attemptsKeptMinutes = 24 * 60

export function registerAuthJobs(
  jobs: Jobs,
  {
    store,
    attempts,
    mailer,
    clock,
    publicUrl,
  }: { store: AuthStore; attempts: Attempts; mailer: Mailer; clock: Clock; publicUrl: string },
): void {
  /** Null when the address has changed meanwhile. */
  const createToken = async (userId: string, email: string, purpose: TokenPurpose, hours: number) => {
    const { token, hash } = createSecret()
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + hours * hourMs)
    return (await store.createToken({ hash, userId, purpose, email, createdAt, expiresAt })) ? token : null
  }
  const link = (path: string, query: Record<string, string>) =>
    `${publicUrl}${path}?${new URLSearchParams(query).toString()}`

  jobs.on(verificationMail, async ({ userId }) => {
    const account = await store.accountById(userId)
    if (account === null || account.emailVerified) return
    const token = await createToken(userId, account.email, 'verify-email', limits.account.emailTokenHours)
    if (token === null) return
    await mailer.send(account.email, verificationLetter(link('/email-verification', { token, email: account.email })))
  })

  jobs.on(passwordResetMail, async ({ userId }) => {
    const account = await store.accountById(userId)
    if (account === null) return
    const token = await createToken(userId, account.email, 'password-reset', limits.account.passwordResetTokenHours)
    if (token === null) return
    await mailer.send(account.email, passwordResetLetter(link('/password-reset', { token })))
  })

  jobs.on(passwordChangedMail, async ({ email }) => {
    await mailer.send(email, passwordChangedLetter(link('/password-reset', { email })))
  })

  jobs.every(authPurge, '17 3 * * *', async () => {
    await store.purge(clock.now())
    await attempts.purge(attemptsKeptMinutes)
  })
}
