import { secondFactorServerLimits } from '#contract/second-factor/second-factor-limits.ts'
import { dayMs } from '#contract/base/time-units.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { AccountsStore } from '#server/features/auth/accounts.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import { type Jobs, round } from '#server/jobs/jobs.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { secondFactorEmail } from '#server/mail/second-factor-email.ts'
import { secondFactorMail } from './second-factor-mail.ts'
import type { SecondFactorStore } from './second-factor.store.ts'

const secondFactorRound = round('second-factor-round')

export function registerSecondFactorJobs(
  jobs: Jobs,
  {
    store,
    accounts,
    mailer,
    clock,
    links,
  }: {
    store: SecondFactorStore
    accounts: Pick<AccountsStore, 'accountById'>
    mailer: Pick<Mailer, 'send'>
    clock: Pick<Clock, 'now'>
    links: MailedLinks
  },
): void {
  jobs.on(secondFactorMail, async ({ userId, event }, id) => {
    const account = await accounts.accountById(userId)
    if (account === null) return
    const way = await links.wayOut(userId, account.email)
    const { recoveryCodesLeft } = await store.state(userId)
    await mailer.send(account.email, secondFactorEmail(event, recoveryCodesLeft, way), { id })
  })

  jobs.every(secondFactorRound, '* * * * *', async () => {
    for (const userId of await store.untold()) await store.tell(userId)
    await store.purge(new Date(clock.now().getTime() - secondFactorServerLimits.unconfirmedDays * dayMs))
  })
}
