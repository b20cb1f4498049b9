import { accessTokenEmail } from './access-token-email.ts'
import { accessTokenMail } from './access-token-mail.ts'
import type { AccessTokensStore } from './access-tokens.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'

interface Parts {
  store: Pick<AccessTokensStore, 'madeFor'>
  mailer: Pick<Mailer, 'send'>
  links: Pick<MailedLinks, 'wayOut'>
}

/** The owner is notified of each token that is made. */
export function registerAccessTokensJobs(jobs: Pick<Jobs, 'on'>, { store, mailer, links }: Parts): void {
  jobs.on(accessTokenMail, async ({ accessTokenId }, id) => {
    const made = await store.madeFor(accessTokenId)
    if (made === null) return
    const { userId, email, createdAt, ...token } = made
    await mailer.send(email, accessTokenEmail(token, await links.wayOut(userId, email, createdAt)), { id })
  })
}
