import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerOwnPlacesRoutes } from './own-places.routes.ts'
import { createOwnPlacesStore } from './own-places.store.ts'
import { registerPlaceWeatherJobs } from './place-weather.jobs.ts'
import { createPlaceWeatherStore } from './place-weather.store.ts'
import { registerPlaceVisitsJobs } from './place-visits.jobs.ts'
import { createPlaceVisitsStore } from './place-visits.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'newId' | 'jobs' | 'api'>

export function buildOwnPlaces(
  { settings, database, clock, newId, jobs, api }: Needs,
  { messages }: { messages: Messages },
): void {
  registerOwnPlacesRoutes(api, { store: createOwnPlacesStore(database, clock), clock, newId })
  const store = createPlaceVisitsStore(database)
  registerPlaceVisitsJobs(jobs, { store, messages, clock, publicUrl: settings.PUBLIC_URL })
  const weather = createPlaceWeatherStore(database)
  registerPlaceWeatherJobs(jobs, { store: weather, messages, clock, publicUrl: settings.PUBLIC_URL })
}
