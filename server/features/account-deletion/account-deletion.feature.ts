import type { Hooks } from '#server/db/transactions/hooks.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { HistoryFeature } from '#server/features/history/history.feature.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerAccountDeletionJobs, registerDeletionEmails } from './account-deletion.jobs.ts'
import { registerAccountDeletionRoutes } from './account-deletion.routes.ts'
import { createAccountDeletionService } from './account-deletion.service.ts'
import { createAccountDeletionStore } from './account-deletion.store.ts'
import { createAccountRemovalStore } from './account-removal.store.ts'
import { createDeletionEmailsStore } from './deletion-emails.store.ts'
import { createDeletionReceiptsStore } from './deletion-receipts.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'jobs' | 'api' | 'log'>

export function buildAccountDeletion(
  { database, clock, newId, jobs, api, log }: Needs,
  {
    hooks,
    links,
    history,
    messages,
  }: {
    hooks: Hooks
    links: Pick<MailedLinks, 'to'>
    history: Pick<HistoryFeature, 'removals'>
    messages: Messages
  },
): void {
  const store = createAccountDeletionStore(database, hooks)
  const service = createAccountDeletionService({ store, clock, messages, newId })
  registerAccountDeletionRoutes(api, service)
  const emails = createDeletionEmailsStore(database)
  registerAccountDeletionJobs(jobs, {
    emails,
    removals: createAccountRemovalStore(database, hooks),
    positions: history.removals,
    receipts: createDeletionReceiptsStore(database),
    jobs,
    messages,
    clock,
    newId,
    log,
  })
  registerDeletionEmails({ emails, messages, clock, linkTo: links.to })
}
