import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { AccountsStore } from '#server/features/auth/accounts.store.ts'
import type { CredentialsStore } from '#server/features/auth/credentials.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { SessionListStore } from '#server/features/auth/session-list.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { PasswordProof } from '#server/features/auth/password-proof.ts'
import type { SecondFactorCheck } from '#server/features/second-factor/second-factor-check.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerAccountJobs } from './account.jobs.ts'
import { registerAccountRoutes } from './account.routes.ts'
import { createAccountService } from './account.service.ts'
import { createAccountStore } from './account.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'attempts' | 'mailer' | 'jobs' | 'api'>

interface Others {
  hooks: Hooks
  accounts: AccountsStore
  credentials: CredentialsStore
  links: MailedLinks
  sessionList: SessionListStore
  passwordProof: PasswordProof
  secondFactor: SecondFactorCheck
  messages: Pick<Messages, 'email'>
}

export function buildAccount({ database, clock, attempts, mailer, jobs, api }: Needs, others: Others): void {
  const { hooks, accounts, links, messages, sessionList, credentials, passwordProof, secondFactor } = others
  const store = createAccountStore(database, hooks)
  const parts = { store, sessionList, credentials, passwordProof, secondFactor, attempts, clock }
  registerAccountRoutes(api, createAccountService(parts))
  registerAccountJobs(jobs, { accounts, mailer, messages, links })
}
