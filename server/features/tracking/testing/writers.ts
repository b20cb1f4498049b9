import { trackingPurposes } from '#contract/consents/consents.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { Database } from '#server/db/connection/database.ts'
import { type WorldPart, first, now } from '#server/db/testing/writer.ts'
import { createConsentRenewalStore } from '#server/features/tracking/consent-renewal.store.ts'
import { createTrackingStore } from '#server/features/tracking/tracking.store.ts'

export const trackingWriters: WorldPart = {
  writers: [
    {
      name: 'a change of tracking',
      isOwners: true,
      write: (on) => createTrackingStore(on).change(first, now, () => switchedOff),
    },
    {
      name: 'the e-mail about a new text noted as sent',
      prepare: askForRenewal,
      write: (on) => createConsentRenewalStore(on).settle('anna', async () => undefined),
      isPartial: true,
    },
  ],
}

const withdrawn = trackingPurposes.map((purpose) => ({ purpose, version: 2, given: false, actor: 'owner' as const }))

const switchedOff = { enabled: false, mode: 'BOTH' as TrackingMode, said: withdrawn, asks: false }

function askForRenewal(database: Database) {
  return database
    .updateTable('tracking_settings')
    .set({ consent_asked_at: now, consent_renewal_email_pending: true })
    .execute()
}
