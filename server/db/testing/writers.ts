import type { Database } from '#server/db/connection/database.ts'
import { putTracker } from '#server/features/reception/testing/trackers.ts'
import { days, imeis, type WorldPart } from './writer.ts'
import { accessTokensWriters } from '#server/features/access-tokens/testing/writers.ts'
import { mqttWriters } from '#server/features/mqtt/testing/writers.ts'
import { webhooksWriters } from '#server/features/webhooks/testing/writers.ts'
import { licencesWriters } from '#server/features/licences/testing/writers.ts'
import { receptionWriters } from '#server/features/reception/testing/writers.ts'
import { alarmsWriters } from '#server/features/alarms/testing/writers.ts'
import { authWriters } from '#server/features/auth/testing/writers.ts'
import { pushWriters } from '#server/features/push/testing/writers.ts'
import { emergencyContactsWriters } from '#server/features/emergency-contacts/testing/writers.ts'
import { peopleWriters } from '#server/features/people/testing/writers.ts'
import { phonesWriters } from '#server/features/phones/testing/writers.ts'
import { passkeysWriters } from '#server/features/passkeys/testing/writers.ts'
import { accountDeletionWriters } from '#server/features/account-deletion/testing/writers.ts'
import { accountWriters } from '#server/features/account/testing/writers.ts'
import { devicesWriters } from '#server/features/devices/testing/writers.ts'
import { dossierWriters } from '#server/features/dossier/testing/writers.ts'
import { sharesWriters } from '#server/features/shares/testing/writers.ts'
import { guardZonesWriters } from '#server/features/guard-zones/testing/writers.ts'
import { ownPlacesWriters } from '#server/features/own-places/testing/writers.ts'
import { privacyZonesWriters } from '#server/features/privacy-zones/testing/writers.ts'
import { savedRoutesWriters } from '#server/features/saved-routes/testing/writers.ts'
import { ownToursWriters } from '#server/features/own-tours/testing/writers.ts'
import { messagesWriters } from '#server/features/messages/testing/writers.ts'
import { dataExportWriters } from '#server/features/data-export/testing/writers.ts'
import { poiExchangeWriters } from '#server/features/poi-exchange/testing/writers.ts'
import { poiReportsWriters } from '#server/features/poi-reports/testing/writers.ts'
import { hiddenPoisWriters } from '#server/features/hidden-pois/testing/writers.ts'
import { poisWriters } from '#server/features/pois/testing/writers.ts'
import { attemptsWriters } from './attempts-writers.ts'
import { demoWriters } from '#server/features/demo/testing/writers.ts'
import { retentionWriters } from '#server/features/retention/testing/writers.ts'
import { calendarWriters } from '#server/features/calendar/testing/writers.ts'
import { historyWriters } from '#server/features/history/testing/writers.ts'
import { remindersWriters } from '#server/features/reminders/testing/writers.ts'
import { secondFactorWriters } from '#server/features/second-factor/testing/writers.ts'
import { settingsWriters } from '#server/features/settings/testing/writers.ts'
import { trackingWriters } from '#server/features/tracking/testing/writers.ts'

/* Everything that writes to more than one row, each with the rows that it needs. Each feature has its own beside its tests. */

const parts: readonly WorldPart[] = [
  licencesWriters,
  receptionWriters,
  alarmsWriters,
  authWriters,
  pushWriters,
  emergencyContactsWriters,
  peopleWriters,
  phonesWriters,
  passkeysWriters,
  accessTokensWriters,
  webhooksWriters,
  mqttWriters,
  accountDeletionWriters,
  accountWriters,
  devicesWriters,
  dossierWriters,
  sharesWriters,
  guardZonesWriters,
  privacyZonesWriters,
  ownPlacesWriters,
  savedRoutesWriters,
  ownToursWriters,
  messagesWriters,
  dataExportWriters,
  poiExchangeWriters,
  poiReportsWriters,
  hiddenPoisWriters,
  poisWriters,
  attemptsWriters,
  demoWriters,
  retentionWriters,
  calendarWriters,
  historyWriters,
  remindersWriters,
  secondFactorWriters,
  settingsWriters,
  trackingWriters,
]

export const writers = parts.flatMap((part) => part.writers)

/** Owners' calls that change one row of their device. */
export const ownersChanges = parts.flatMap((part) => part.ownersChanges ?? [])

/** All that the writers write to. */
export async function putWorld(database: Database): Promise<void> {
  for (const [index, owner] of ['anna', 'bert', 'anna', null].entries()) {
    const imei = imeis[index] ?? ''
    await putTracker(database, days(-1), { imei, owner, mode: 'BOTH', licenceDays: 30 })
  }
  await database
    .updateTable('users')
    .set({ email_verified_at: days(-1), imei_verified_at: days(-1) })
    .execute()
  for (const { put } of parts) await put?.(database)
}
