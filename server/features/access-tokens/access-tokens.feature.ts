import type { Foundations } from '#server/foundations.ts'
import { registerAccessTokensJobs } from './access-tokens.jobs.ts'
import { registerAccessTokensRoutes } from './access-tokens.routes.ts'
import { type AccessTokensService, createAccessTokensService, type EnabledUser } from './access-tokens.service.ts'
import { createAccessTokensStore } from './access-tokens.store.ts'
import type { MailedLinks } from '#server/features/auth/mailed-links.ts'

type Needs = Pick<Foundations, 'database' | 'clock' | 'newId' | 'mailer' | 'jobs' | 'api'>

interface Neighbours {
  enabledUser: EnabledUser
  links: Pick<MailedLinks, 'wayOut'>
}

export function buildAccessTokens(
  { database, clock, newId, mailer, jobs, api }: Needs,
  { enabledUser, links }: Neighbours,
): Pick<AccessTokensService, 'program'> {
  const store = createAccessTokensStore(database, jobs)
  const service = createAccessTokensService({ store, enabledUser, clock, newId })
  registerAccessTokensRoutes(api, service)
  registerAccessTokensJobs(jobs, { store, mailer, links })
  return service
}
