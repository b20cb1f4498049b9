import { accountLimits } from '#contract/account-limits.ts'
import type { AccountsStore } from '#server/features/auth/accounts.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { emailChangeMail, emailChangeNotice } from '#server/mail/credential-mails.ts'
import { addressChangeEmail, addressTakenEmail } from '#server/mail/emails.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { addressChangeNoticeEmail, type EmailChangeState } from '#server/mail/security-emails.ts'

export function registerAccountJobs(
  jobs: Pick<Jobs, 'on'>,
  {
    accounts,
    mailer,
    links,
  }: {
    accounts: Pick<AccountsStore, 'accountById' | 'accountByEmail'>
    mailer: Pick<Mailer, 'send'>
    links: MailedLinks
  },
): void {
  jobs.on(emailChangeMail, async ({ userId, newEmail }, id) => {
    const account = await accounts.accountById(userId)
    if (account?.pendingEmail !== newEmail) return
    if ((await accounts.accountByEmail(newEmail)) !== null) {
      await mailer.send(newEmail, addressTakenEmail(links.to('/login', { email: newEmail })), { id })
      return
    }
    const token = await links.token(userId, newEmail, 'change-email', accountLimits.emailTokenHours)
    if (token === null) return
    await mailer.send(newEmail, addressChangeEmail(links.to('/email-verification', { token, email: newEmail })), { id })
  })

  const stateOfChange = async (userId: string, newEmail: string): Promise<EmailChangeState> => {
    const account = await accounts.accountById(userId)
    if (account?.pendingEmail === newEmail) return 'pending'
    return account?.email === newEmail ? 'confirmed' : 'over'
  }

  jobs.on(emailChangeNotice, async ({ userId, email, newEmail }, id) => {
    const wayOut = await links.wayOut(userId, email)
    await mailer.send(email, addressChangeNoticeEmail(newEmail, await stateOfChange(userId, newEmail), wayOut), { id })
  })
}
