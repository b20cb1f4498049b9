import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerPeopleJobs } from './people.jobs.ts'
import { registerPeopleRoutes } from './people.routes.ts'
import { createPeopleService, type PeopleService } from './people.service.ts'
import { createPeopleStore } from './people.store.ts'

export type PeopleFeature = Pick<PeopleService, 'look'>

type Needs = Pick<Foundations, 'settings' | 'database' | 'attempts' | 'clock' | 'newId' | 'api'>

export function buildPeople(
  { settings, database, attempts, clock, newId, api }: Needs,
  { messages }: { messages: Pick<Messages, 'email' | 'wake'> },
): PeopleFeature {
  const store = createPeopleStore(database)
  const service = createPeopleService({ store, attempts, messages, clock, newId })
  registerPeopleRoutes(api, service)
  registerPeopleJobs({ store, messages, clock, publicUrl: settings.PUBLIC_URL })
  return { look: service.look }
}
