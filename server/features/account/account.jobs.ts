import * as z from 'zod'
import { limits } from '#contract/limits.ts'
import type { AuthStore } from '#server/features/auth/auth.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import { type Jobs, mailJob } from '#server/jobs/jobs.ts'
import {
  emailChangeLetter,
  emailChangeNoticeLetter,
  type EmailChangeState,
  emailTakenLetter,
} from '#server/mail/letters.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** To the new address: the link that makes it the account's. */
export const emailChangeMail = mailJob('email-change-mail', z.object({ userId: z.string(), newEmail: z.string() }))
/** To the address that the account had when the change was asked for, whatever has become of the change since. */
export const emailChangeNotice = mailJob(
  'email-change-notice',
  z.object({ userId: z.string(), email: z.string(), newEmail: z.string() }),
)

export function registerAccountJobs(
  jobs: Pick<Jobs, 'on'>,
  {
    accounts,
    mailer,
    links,
  }: {
    accounts: Pick<AuthStore, 'accountById' | 'accountByEmail'>
    mailer: Pick<Mailer, 'send'>
    links: MailedLinks
  },
): void {
  /** Null when the change is no longer waited for. */
  const createToken = (userId: string, email: string, purpose: 'change-email' | 'cancel-email-change') =>
    links.token(userId, email, purpose, limits.account.emailTokenHours)

  jobs.on(emailChangeMail, async ({ userId, newEmail }) => {
    const account = await accounts.accountById(userId)
    if (account?.pendingEmail !== newEmail) return
    if ((await accounts.accountByEmail(newEmail)) !== null) {
      await mailer.send(newEmail, emailTakenLetter(links.to('/login', { email: newEmail })))
      return
    }
    const token = await createToken(userId, newEmail, 'change-email')
    if (token === null) return
    await mailer.send(newEmail, emailChangeLetter(links.to('/email-verification', { token, email: newEmail })))
  })

  const stateOfChange = async (userId: string, email: string, newEmail: string): Promise<EmailChangeState> => {
    const account = await accounts.accountById(userId)
    const token = account?.pendingEmail === newEmail ? await createToken(userId, email, 'cancel-email-change') : null
    if (token !== null) return { pending: true, cancelLink: links.to('/cancel-email-change', { token }) }
    return { pending: false, confirmed: (await accounts.accountById(userId))?.email === newEmail }
  }

  jobs.on(emailChangeNotice, async ({ userId, email, newEmail }) => {
    const state = await stateOfChange(userId, email, newEmail)
    await mailer.send(email, emailChangeNoticeLetter(newEmail, state, links.to('/support')))
  })
}
