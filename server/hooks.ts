import { type Hooks, inOrder } from '#server/db/transactions/hooks.ts'
import { accessTokensHooks } from '#server/features/access-tokens/access-tokens.hooks.ts'
import { accountDeletionHooks } from '#server/features/account-deletion/account-deletion.hooks.ts'
import { alarmsHooks } from '#server/features/alarms/alarms.hooks.ts'
import { authHooks } from '#server/features/auth/auth.hooks.ts'
import { calendarHooks } from '#server/features/calendar/calendar.hooks.ts'
import { closuresHooks } from '#server/features/closures/closures.hooks.ts'
import { consentsHooks } from '#server/features/consents/consents.hooks.ts'
import { dataExportHooks } from '#server/features/data-export/data-export.hooks.ts'
import { devicesHooks } from '#server/features/devices/devices.hooks.ts'
import { dossierHooks } from '#server/features/dossier/dossier.hooks.ts'
import { emergencyContactsHooks } from '#server/features/emergency-contacts/emergency-contacts.hooks.ts'
import { historyHooks } from '#server/features/history/history.hooks.ts'
import { licencesHooks } from '#server/features/licences/licences.hooks.ts'
import { messagesHooks } from '#server/features/messages/messages.hooks.ts'
import { passkeysHooks } from '#server/features/passkeys/passkeys.hooks.ts'
import { peopleHooks } from '#server/features/people/people.hooks.ts'
import { phonesHooks } from '#server/features/phones/phones.hooks.ts'
import { poisHooks } from '#server/features/pois/pois.hooks.ts'
import { receptionHooks } from '#server/features/reception/reception.hooks.ts'
import { secondFactorHooks } from '#server/features/second-factor/second-factor.hooks.ts'
import { settingsHooks } from '#server/features/settings/settings.hooks.ts'
import { sharesHooks } from '#server/features/shares/shares.hooks.ts'
import { supportHooks } from '#server/features/support/support.hooks.ts'
import { trackingHooks } from '#server/features/tracking/tracking.hooks.ts'
import { uploadHooks } from '#server/features/upload/upload.hooks.ts'
import { weatherHooks } from '#server/features/weather/weather.hooks.ts'
import { mqttHooks } from '#server/features/mqtt/mqtt.hooks.ts'
import { webhooksHooks } from '#server/features/webhooks/webhooks.hooks.ts'
import { deviceOffersHooks } from '#server/features/devices/device-offers.hooks.ts'

/** What follows the events of features, for the product and the commands. Rows come after those that they refer to. */
export const hooks: Hooks = inOrder([
  authHooks,
  licencesHooks,
  devicesHooks,
  receptionHooks,
  trackingHooks,
  consentsHooks,
  settingsHooks,
  uploadHooks,
  poisHooks,
  closuresHooks,
  weatherHooks,
  passkeysHooks,
  secondFactorHooks,
  accountDeletionHooks,
  sharesHooks,
  emergencyContactsHooks,
  peopleHooks,
  messagesHooks,
  alarmsHooks,
  dossierHooks,
  phonesHooks,
  dataExportHooks,
  calendarHooks,
  accessTokensHooks,
  webhooksHooks,
  mqttHooks,
  supportHooks,
  // Late: a transaction that locks a device, and its offer with it, waits for no owner (`server/db/transactions/locks.ts`).
  deviceOffersHooks,
  // Last: it may hold the days of positions.
  historyHooks,
])
