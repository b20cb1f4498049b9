import { dayMs } from '#contract/base/time-units.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import { currentVersion } from '#domain/consents/texts.ts'
import { purposesOf } from '#domain/tracking/tracking-consent.ts'
import { recordConsent } from '#server/db/shared/consent-ledger.ts'
import type { Database } from '#server/db/connection/database.ts'
import type { Report } from '#server/protocols/protocol.ts'
import { hashOf } from '#server/platform/secrets.ts'

/** A sold tracker and, unless `owner` is null, its owner's device with a licence and tracking switched on. */
export async function putTracker(
  database: Database,
  now: Date,
  tracker: {
    imei: string
    trackerId?: string
    secret?: string
    /** Whether it encrypts with its secret. */
    encrypts?: boolean
    unprovenProtocols?: string[]
    owner?: string | null
    mode?: TrackingMode | null
    licenceDays?: number | null
    clockOffsetMinutes?: number
    speedUnit?: 'knots' | 'm/s' | 'km/h'
  },
): Promise<string> {
  const { imei, owner = 'owner', mode = 'BOTH', licenceDays = 30 } = tracker
  await database
    .insertInto('device_inventory')
    .values({
      imei,
      model: 'Spur',
      tracker_id: tracker.trackerId ?? null,
      secret_hash: tracker.secret === undefined ? null : hashOf(tracker.secret),
      decryption_secret: tracker.encrypts === true ? (tracker.secret ?? null) : null,
      unproven_protocols: tracker.unprovenProtocols ?? [],
      clock_offset_minutes: tracker.clockOffsetMinutes ?? 0,
      speed_unit: tracker.speedUnit ?? null,
      imported_at: now,
    })
    .execute()
  const id = `device-${imei}`
  if (owner === null) return id
  await database
    .insertInto('users')
    .values({ id: owner, email: `${owner}@example.org`, password_hash: '', created_at: now, demo: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (licenceDays !== null) {
    await database
      .insertInto('licences')
      .values({
        id: `licence-${imei}`,
        user_id: owner,
        licence_type: 'PREMIUM',
        licence_key: imei,
        seats: 1,
        days: 30,
        expires_at: new Date(now.getTime() + licenceDays * dayMs),
        created_at: now,
        demo: false,
      })
      .execute()
  }
  await database
    .insertInto('devices')
    .values({
      id,
      imei,
      user_id: owner,
      name: 'Enduro',
      usage_type: 'MOTORRAD',
      licence_id: licenceDays === null ? null : `licence-${imei}`,
      registered_at: now,
      demo: false,
    })
    .execute()
  if (mode !== null) {
    await database
      .insertInto('tracking_settings')
      .values({ device_id: id, enabled: true, mode, consent_given: true, consent_at: now, enabled_at: now })
      .execute()
    for (const purpose of purposesOf(mode)) {
      const text = { purpose, version: currentVersion(purpose) }
      const said = { userId: owner, deviceId: id, deviceName: 'Enduro', given: true, actor: 'owner', at: now } as const
      await recordConsent(database, { ...text, ...said })
    }
  }
  return id
}

/** A report with a fix at a time. */
export function fixReport(identity: string, recordedAt: string, fix: Partial<NonNullable<Report['fix']>> = {}): Report {
  return {
    identity,
    fix: {
      latitude: 49.0069,
      longitude: 8.4037,
      recordedAt: new Date(recordedAt),
      clock: 'tracker',
      accuracy: null,
      altitude: null,
      speed: null,
      course: null,
      flag: null,
      ...fix,
    },
    battery: null,
    charging: null,
    alarm: null,
  }
}
