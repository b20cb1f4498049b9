import { sql } from 'kysely'
import { type ConsentActor, trackingPurposes } from '#contract/consents/consents.ts'
import type { ActivityKind } from '#contract/activity/activity.ts'
import type { TrackingMode } from '#contract/tracking/tracking.ts'
import type { ConsentEntry } from '#domain/consents/consents.ts'
import { consentPeriod, purposesInForce, purposesToRenew } from '#domain/tracking/tracking-consent.ts'
import { isGuarding } from '#domain/alarms/guard.ts'
import { activeMode, type TrackingGrounds } from '#domain/tracking/tracking.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import { lastOfDevice, recordConsent, withdrawOfDevice } from '#server/db/shared/consent-ledger.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction, type Writing } from '#server/db/transactions/locks.ts'
import { devicesWithGrounds, groundsColumns, groundsOf } from '#server/db/shared/recorded-device.ts'
import { raiseReminder } from '#server/db/shared/reminders.ts'

/** An owned device, with everything that decides whether it is recorded. */
export interface TrackedDevice {
  ownerId: string
  name: string
  tracking: TrackingGrounds
  /** What was said about its purposes: of each the last withdrawal, and what followed. Oldest first. */
  consents: ConsentEntry[]
  /** When the owner was asked to consent to a new text; null while nothing is asked. */
  consentAskedAt: Date | null
  /** Since when it is not recorded because it has no licence, until recording is enabled again. */
  licenceEndedAt: Date | null
}

/** What the owner chose. */
export interface TrackingChoice {
  enabled: boolean
  mode: TrackingMode | null
  /** What is added to the ledger. */
  said: readonly SaidOfTracking[]
  /** The owner is to be asked to consent to a new text, from now on. */
  asks: boolean
}

export type SaidOfTracking = Pick<ConsentEntry, 'purpose' | 'version' | 'given' | 'actor'>

export type TrackingStore = ReturnType<typeof createTrackingStore>

/** The tracking settings of devices. */
export function createTrackingStore(database: Database) {
  return {
    /** Null if no owner has a device with this id. */
    device: (deviceId: string, now: Date) => read(database, deviceId, now),

    /**
     * Changes a device's settings to the result of `choose`, while nobody else changes them and no report of the device is
     * processed: after a "no" nothing more is stored. No share and no link for the police is made meanwhile. If `choose` throws, everything stays as it was.
     * @returns the present device, or null if there is none.
     */
    change(
      deviceId: string,
      now: Date,
      choose: (device: TrackedDevice) => TrackingChoice,
    ): Promise<TrackedDevice | null> {
      return inTransaction(
        database,
        { trackers: { ofDevices: [deviceId] }, devices: [deviceId] },
        async (transaction) => {
          const device = await read(transaction, deviceId, now)
          if (device === null) return null
          await write(transaction, deviceId, device, choose(device), now)
          return read(transaction, deviceId, now)
        },
      )
    },
  }
}

async function write(
  queries: Writing,
  deviceId: string,
  device: TrackedDevice,
  { enabled, mode, said, asks }: TrackingChoice,
  now: Date,
): Promise<void> {
  const { ownerId: userId, name: deviceName } = device
  for (const one of said) await recordConsent(queries, { ...one, userId, deviceId, deviceName, at: now })
  const consents = [...device.consents, ...said.map((one) => ({ ...one, at: now }))]
  const period = consentPeriod(consents, mode)
  const isAsked = enabled && mode !== null && purposesToRenew(consents, mode).length > 0
  const settings = {
    enabled,
    mode,
    consent_given: purposesInForce(consents).length > 0,
    consent_at: period?.since ?? null,
    consent_asked_at: isAsked ? (asks ? now : device.consentAskedAt) : null,
    consent_renewal_email_pending: isAsked && asks,
  }
  const { consent_withdrawn_at: withdrawnAt } = await queries
    .insertInto('tracking_settings')
    .values({ device_id: deviceId, ...settings, enabled_at: enabled ? now : null })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({
        ...settings,
        consent_renewal_email_pending: sql`excluded.consent_renewal_email_pending
          or (tracking_settings.consent_renewal_email_pending and excluded.consent_asked_at is not null)`,
        consent_withdrawn_at: sql`greatest(tracking_settings.consent_withdrawn_at, ${period?.withdrawnAt ?? null},
          case when tracking_settings.consent_given and not excluded.consent_given then ${now}::timestamptz end)`,
        licence_ended_at: sql`case when excluded.consent_given and not excluded.enabled
          then tracking_settings.licence_ended_at end`,
        // Continuing is not a new start.
        enabled_at: enabled ? sql`coalesce(tracking_settings.enabled_at, excluded.enabled_at)` : null,
      }),
    )
    .returning('consent_withdrawn_at')
    .executeTakeFirstOrThrow()
  const actor = said.some((one) => one.actor === 'product') ? 'product' : 'owner'
  if (withdrawnAt !== null) await endConsents(queries, { userId, deviceId, deviceName, actor, at: now }, withdrawnAt)
  if (endsGuard(device.tracking, { enabled, mode, said })) {
    await raiseReminder(queries, { deviceId, kind: 'CONSENT', occasion: now.toISOString(), at: now })
  }
  const kind = whatHappened(device.tracking, { enabled, mode, said })
  if (kind !== null) await recordActivity(queries, { userId, deviceId, actor, kind, at: now })
}

/**
 * With the consent to tracking end the shares and the links for the police that were made before (`shares.store.ts`,
 * `dossier-links.store.ts`). Each of them was consented to when it was made, so the last consent tells whether one is left.
 */
async function endConsents(
  queries: Queries,
  ended: { userId: string; deviceId: string; deviceName: string; actor: ConsentActor; at: Date },
  withdrawnAt: Date,
): Promise<void> {
  for (const purpose of ['sharing', 'police-folder'] as const) {
    const last = await lastOfDevice(queries, ended.deviceId, purpose)
    if (last !== null && last.at <= withdrawnAt) await withdrawOfDevice(queries, { ...ended, purpose })
  }
}

/** Whether a consent that is withdrawn ends the theft alarm: its owner is notified in any case. */
function endsGuard(
  before: TrackingGrounds,
  { enabled, mode, said }: Pick<TrackingChoice, 'enabled' | 'mode' | 'said'>,
): boolean {
  const isGuarded = isGuarding(activeMode({ ...before, enabled, mode }))
  return said.some(({ given }) => !given) && isGuarding(activeMode(before)) && !isGuarded
}

/** For the owner's list; consent that was given stands in the ledger. */
function whatHappened(
  before: Pick<TrackingGrounds, 'enabled' | 'mode'>,
  { enabled, mode, said }: Pick<TrackingChoice, 'enabled' | 'mode' | 'said'>,
): ActivityKind | null {
  const withdrawn = said.find(({ given }) => !given)
  if (withdrawn !== undefined) return withdrawn.actor === 'product' ? 'tracking-consent-ended' : 'tracking-withdrawn'
  if (enabled && (!before.enabled || before.mode !== mode)) return 'tracking-enabled'
  return before.enabled && !enabled ? 'tracking-disabled' : null
}

async function read(queries: Queries, deviceId: string, now: Date): Promise<TrackedDevice | null> {
  const row = await devicesWithGrounds(queries, now)
    .select(['devices.user_id', 'devices.name'])
    .select(['tracking_settings.consent_asked_at', 'tracking_settings.licence_ended_at'])
    .select(groundsColumns)
    .where('devices.id', '=', deviceId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    ownerId: row.user_id,
    name: row.name,
    tracking: groundsOf(row),
    consents: await sinceLastWithdrawals(queries, deviceId),
    consentAskedAt: row.consent_asked_at,
    licenceEndedAt: row.licence_ended_at,
  }
}

/** However often the owner changed their mind, these are a few entries. */
function sinceLastWithdrawals(queries: Queries, deviceId: string): Promise<ConsentEntry[]> {
  return queries
    .selectFrom('consents')
    .select(['purpose', 'version', 'given', 'actor', 'at'])
    .where('device_id', '=', deviceId)
    .where('purpose', 'in', trackingPurposes)
    .where(
      sql<boolean>`not exists (
        select from consents later where later.device_id = consents.device_id and later.purpose = consents.purpose
          and not later.given and later.id > consents.id)`,
    )
    .orderBy('id')
    .execute()
}
