import { accountLimits } from '#contract/account/account-limits.ts'
import type { AccountsStore } from '#server/features/auth/accounts.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import {
  emailChangeLink,
  emailChangeMail,
  emailChangeNotice,
  emailChangeReport,
} from '#server/mail/credential-mails.ts'
import { addressChangeEmail, addressTakenEmail } from '#server/mail/emails.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { addressChangeNoticeEmail, type EmailChangeState } from '#server/mail/security-emails.ts'

export function registerAccountJobs(
  jobs: Pick<Jobs, 'on'>,
  {
    accounts,
    mailer,
    messages,
    links,
  }: {
    accounts: Pick<AccountsStore, 'accountById' | 'accountByEmail'>
    mailer: Pick<Mailer, 'send'>
    messages: Pick<Messages, 'email'>
    links: MailedLinks
  },
): void {
  const linkOf = async (userId: string, newEmail: string, bySupport: boolean) => {
    const account = await accounts.accountById(userId)
    if (account?.pendingEmail !== newEmail) return null
    const to = newEmail
    if ((await accounts.accountByEmail(to)) !== null) {
      return { to, email: addressTakenEmail(links.to('/login', { email: to })) }
    }
    const token = await links.token(userId, to, 'change-email', accountLimits.emailTokenHours)
    const link = token && links.to('/email-verification', { token, email: to })
    return link && { to, email: addressChangeEmail(link, bySupport) }
  }

  jobs.on(emailChangeMail, async ({ userId, newEmail }, id) => {
    const mail = await linkOf(userId, newEmail, false)
    if (mail) await mailer.send(mail.to, mail.email, { id })
  })

  messages.email(emailChangeLink, async (_about, { owner, words: newEmail }) =>
    owner === null || newEmail === null ? null : (await linkOf(owner.userId, newEmail, true)) || null,
  )

  const stateOfChange = async (userId: string, newEmail: string): Promise<EmailChangeState> => {
    const account = await accounts.accountById(userId)
    if (account?.pendingEmail === newEmail) return 'pending'
    return account?.email === newEmail ? 'confirmed' : 'over'
  }

  const noticeOf = async (change: { userId: string; email: string; newEmail: string; bySupport: boolean }) => {
    const { userId, email, newEmail, bySupport } = change
    const state = await stateOfChange(userId, newEmail)
    return addressChangeNoticeEmail({ newEmail, state, bySupport }, await links.wayOut(userId, email))
  }

  jobs.on(emailChangeNotice, async (change, id) => {
    await mailer.send(change.email, await noticeOf({ ...change, bySupport: false }), { id })
  })

  messages.email(emailChangeReport, async (_about, { owner, address: email, words: newEmail }) =>
    owner === null || email === null || newEmail === null
      ? null
      : { to: email, email: await noticeOf({ userId: owner.userId, email, newEmail, bySupport: true }) },
  )
}
