import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { AccountsStore } from '#server/features/auth/accounts.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { Foundations } from '#server/foundations.ts'
import { createSecondFactorCheck } from './second-factor-check.ts'
import { registerSecondFactorJobs } from './second-factor.jobs.ts'
import { registerSecondFactorRoutes } from './second-factor.routes.ts'
import { createSecondFactorService } from './second-factor.service.ts'
import { createSecondFactorStore } from './second-factor.store.ts'

/** What a sign-in asks; the feature itself is built after those that sign in. */
export function buildSecondFactorCheck(
  { database, attempts, clock, jobs }: Pick<Foundations, 'database' | 'attempts' | 'clock' | 'jobs'>,
  { hooks }: { hooks: Hooks },
) {
  return createSecondFactorCheck({ store: createSecondFactorStore(database, jobs, hooks), attempts, clock })
}

type Needs = Pick<Foundations, 'database' | 'clock' | 'mailer' | 'jobs' | 'api'>

export function buildSecondFactor(
  { database, clock, mailer, jobs, api }: Needs,
  { hooks, accounts, links }: { hooks: Hooks; accounts: AccountsStore; links: MailedLinks },
): void {
  const store = createSecondFactorStore(database, jobs, hooks)
  registerSecondFactorRoutes(api, createSecondFactorService({ store, clock }))
  registerSecondFactorJobs(jobs, { store, accounts, mailer, clock, links })
}
