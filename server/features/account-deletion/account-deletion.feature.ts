import type { MailedLinks } from '#server/features/auth/mailed-links.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerAccountDeletionJobs, registerDeletionEmails } from './account-deletion.jobs.ts'
import { registerAccountDeletionRoutes } from './account-deletion.routes.ts'
import { createAccountDeletionService } from './account-deletion.service.ts'
import { createAccountDeletionStore } from './account-deletion.store.ts'
import { createAccountRemovalStore } from './account-removal.store.ts'
import { createDeletionReceiptsStore } from './deletion-receipts.store.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'jobs' | 'api' | 'log'>

export function buildAccountDeletion(
  { database, clock, newId, jobs, api, log }: Needs,
  { links, messages }: { links: Pick<MailedLinks, 'to'>; messages: Messages },
): void {
  const store = createAccountDeletionStore(database)
  const service = createAccountDeletionService({ store, clock, jobs, newId })
  registerAccountDeletionRoutes(api, service)
  registerAccountDeletionJobs(jobs, {
    store,
    removals: createAccountRemovalStore(database),
    receipts: createDeletionReceiptsStore(database),
    jobs,
    messages,
    clock,
    newId,
    log,
  })
  registerDeletionEmails({ store, messages, clock, linkTo: links.to })
}
