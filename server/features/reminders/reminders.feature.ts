import { shopUrlsOf } from '#server/config.ts'
import type { MessageWishesStore } from '#server/features/messages/message-wishes.store.ts'
import type { Messages } from '#server/features/messages/messages.jobs.ts'
import type { VehiclesFeature } from '#server/features/vehicles/vehicles.feature.ts'
import type { Foundations } from '#server/foundations.ts'
import { createDueRemindersStore } from './due-reminders.store.ts'
import { registerRemindersJobs } from './reminders.jobs.ts'
import { registerRemindersRoutes } from './reminders.routes.ts'
import { createRemindersService } from './reminders.service.ts'
import { createRemindersStore } from './reminders.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'clock' | 'jobs' | 'api'>

interface Others {
  messages: Messages & { wishes: MessageWishesStore }
  vehicles: Pick<VehiclesFeature, 'parked'>
}

export function buildReminders({ settings, database, clock, jobs, api }: Needs, { messages, vehicles }: Others): void {
  const store = createRemindersStore(database)
  const due = createDueRemindersStore(database)
  const service = createRemindersService({ due, parked: vehicles.parked, shopUrls: shopUrlsOf(settings) })
  registerRemindersRoutes(api, { store: messages.wishes, clock })
  registerRemindersJobs(jobs, { store, service, messages, clock, publicUrl: settings.PUBLIC_URL })
}
