import type { Foundations } from '#server/foundations.ts'
import { registerEmergencyContactsJobs } from './emergency-contacts.jobs.ts'
import { registerEmergencyContactsRoutes } from './emergency-contacts.routes.ts'
import { createEmergencyContactsService } from './emergency-contacts.service.ts'
import { createEmergencyContactsStore } from './emergency-contacts.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'attempts' | 'clock' | 'newId' | 'mailer' | 'jobs' | 'api'>

export function buildEmergencyContacts(foundations: Needs) {
  const { settings, database, attempts, clock, newId, mailer, jobs, api } = foundations
  const store = createEmergencyContactsStore(database, jobs)
  registerEmergencyContactsRoutes(api, createEmergencyContactsService({ store, attempts, clock, newId }))
  registerEmergencyContactsJobs(jobs, { store, mailer, clock, publicUrl: settings.PUBLIC_URL })
  return { store }
}
