import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import type { Clock } from '#server/clock.ts'
import type { AuthStore } from '#server/features/auth/auth.store.ts'
import { job, type Jobs } from '#server/jobs/jobs.ts'
import {
  emailChangeLetter,
  emailChangeNoticeLetter,
  type EmailChangeState,
  emailTakenLetter,
} from '#server/mail/letters.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createSecret } from '#server/secrets.ts'

/** To the new address: the link that makes it the account's. */
export const emailChangeMail = job('email-change-mail', z.object({ userId: z.string(), newEmail: z.string() }))
/** To the address that the account had when somebody asked for it, whatever has become of it since. */
export const emailChangeNotice = job(
  'email-change-notice',
  z.object({ userId: z.string(), email: z.string(), newEmail: z.string() }),
)

export function registerAccountJobs(
  jobs: Pick<Jobs, 'on'>,
  {
    accounts,
    mailer,
    clock,
    publicUrl,
  }: {
    accounts: Pick<AuthStore, 'accountById' | 'accountByEmail' | 'createToken'>
    mailer: Pick<Mailer, 'send'>
    clock: Clock
    publicUrl: string
  },
): void {
  const link = (path: string, query: Record<string, string>) =>
    `${publicUrl}${path}?${new URLSearchParams(query).toString()}`

  /** Null when the change is no longer waited for. */
  const createToken = async (userId: string, email: string, purpose: 'change-email' | 'cancel-email-change') => {
    const { token, hash } = createSecret()
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + limits.account.emailTokenHours * 60 * 60_000)
    return (await accounts.createToken({ hash, userId, purpose, email, createdAt, expiresAt })) ? token : null
  }

  jobs.on(emailChangeMail, async ({ userId, newEmail }) => {
    const account = await accounts.accountById(userId)
    if (account?.pendingEmail !== newEmail) return
    if ((await accounts.accountByEmail(newEmail)) !== null) {
      await mailer.send(newEmail, emailTakenLetter(link('/login', { email: newEmail })))
      return
    }
    const token = await createToken(userId, newEmail, 'change-email')
    if (token === null) return
    await mailer.send(newEmail, emailChangeLetter(link('/email-verification', { token, email: newEmail })))
  })

  const stateOfChange = async (userId: string, email: string, newEmail: string): Promise<EmailChangeState> => {
    const account = await accounts.accountById(userId)
    const token = account?.pendingEmail === newEmail ? await createToken(userId, email, 'cancel-email-change') : null
    if (token !== null) return { pending: true, cancelLink: link('/cancel-email-change', { token }) }
    return { pending: false, confirmed: (await accounts.accountById(userId))?.email === newEmail }
  }

  jobs.on(emailChangeNotice, async ({ userId, email, newEmail }) => {
    const state = await stateOfChange(userId, email, newEmail)
    await mailer.send(email, emailChangeNoticeLetter(newEmail, state, `${publicUrl}/support`))
  })
}
