import type { EmergencyContactsStore } from '#server/features/emergency-contacts/emergency-contacts.store.ts'
import type { Foundations } from '#server/foundations.ts'
import { registerPhonesRoutes } from './phones.routes.ts'
import { createPhonesService } from './phones.service.ts'
import { createPhonesStore } from './phones.store.ts'

type Needs = Pick<Foundations, 'settings' | 'database' | 'attempts' | 'clock' | 'newId' | 'phone' | 'api'>

export function buildPhones(
  { settings, database, attempts, clock, newId, phone, api }: Needs,
  { contacts }: { contacts: Pick<EmergencyContactsStore, 'byLink'> },
): void {
  const store = createPhonesStore(database)
  const publicUrl = settings.PUBLIC_URL
  registerPhonesRoutes(
    api,
    createPhonesService({
      store,
      contacts,
      attempts,
      provider: phone,
      clock,
      newId,
      publicUrl,
      countries: new Set(settings.PHONE_COUNTRIES),
    }),
  )
}
