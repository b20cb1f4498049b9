import { sql } from 'kysely'
import { trackingPurposes } from '#contract/consents/consents.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { trackingModes } from '#contract/tracking/tracking.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import type { Database } from '#server/db/connection/database.ts'
import { skippingLocked, inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { recordedDevices } from '#server/db/shared/recorded-device.ts'

/** A tracked device whose owner was asked to consent to a new text. */
export interface AskedDevice {
  id: string
  name: string
  mode: TrackingMode | null
  askedAt: Date
}

/** Whom to ask, about which devices. */
export interface RenewalRequest {
  email: string
  devices: AskedDevice[]
}

export type ConsentRenewalStore = ReturnType<typeof createConsentRenewalStore>

/** Devices that are tracked with consent to a former text. Nobody is asked for the demo's. */
export function createConsentRenewalStore(database: Database) {
  return {
    /** Devices of which a purpose in force has another text today; whether that concerns their mode is decided later. */
    async candidates(now: Date): Promise<string[]> {
      const texts = sql.join(trackingPurposes.map((purpose) => sql`(${purpose}, ${currentVersion(purpose)}::integer)`))
      const rows = await recordedDevices(database, now, trackingModes)
        .select('devices.id')
        .where('devices.demo', '=', false)
        .where(
          sql<boolean>`exists (
            select from (values ${texts}) as text (purpose, version)
            cross join lateral (
              select given, version from consents
              where consents.device_id = devices.id and consents.purpose = text.purpose
              order by consents.id desc limit 1
            ) as last
            where last.given and last.version <> text.version)`,
        )
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Accounts that the e-mail is still to go to. */
    async pending(): Promise<string[]> {
      const rows = await database
        .selectFrom('tracking_settings')
        .innerJoin('devices', 'devices.id', 'tracking_settings.device_id')
        .select('devices.user_id')
        .distinct()
        .where('consent_renewal_email_pending', '=', true)
        .execute()
      return rows.map(({ user_id }) => user_id)
    },

    /** Has the e-mail queued. A device that is being changed just now is left for the next time. */
    settle(userId: string, queue: (writing: Writing) => Promise<void>): Promise<void> {
      return inTransaction(database, {}, async (transaction) => {
        const pending = transaction
          .selectFrom('tracking_settings')
          .innerJoin('devices', 'devices.id', 'tracking_settings.device_id')
          .select('device_id')
          .where('devices.user_id', '=', userId)
          .where('consent_renewal_email_pending', '=', true)
        const settled = await transaction
          .updateTable('tracking_settings')
          .set({ consent_renewal_email_pending: false })
          .where('device_id', 'in', pending.modifyEnd(skippingLocked('tracking_settings')))
          .returning('device_id')
          .execute()
        if (settled.length > 0) await queue(transaction)
      })
    },

    /** Null if nothing is asked any more, or the account is gone. */
    async request(userId: string): Promise<RenewalRequest | null> {
      const rows = await database
        .selectFrom('tracking_settings')
        .innerJoin('devices', 'devices.id', 'tracking_settings.device_id')
        .innerJoin('users', 'users.id', 'devices.user_id')
        .select(['devices.id', 'devices.name', 'tracking_settings.mode', 'users.email', 'consent_asked_at'])
        .where('users.id', '=', userId)
        .where('consent_asked_at', 'is not', null)
        .orderBy('devices.name')
        .orderBy('devices.id')
        .execute()
      const devices = rows.flatMap(({ id, name, mode, consent_asked_at: askedAt }) =>
        askedAt === null ? [] : [{ id, name, mode, askedAt }],
      )
      const email = rows[0]?.email
      return email === undefined ? null : { email, devices }
    },
  }
}
