import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import type { PrivacyZone, PrivacyZoneChange, PrivacyZoneEntry } from '#contract/privacy-zones/privacy-zones.ts'
import { withChange } from '#domain/changes/with-change.ts'
import {
  drawnShift,
  type HiddenArea,
  hiddenAreaOf,
  type ShiftedZone,
  shiftAfter,
} from '#domain/privacy-zones/privacy-zones.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type PrivacyZonesStore = ReturnType<typeof createPrivacyZonesStore>

/**
 * The places of an account that others are not shown.
 * @param random gives numbers from 0 to below 1 that nobody can guess.
 */
export function createPrivacyZonesStore(database: Database, random: () => number) {
  return {
    async list(userId: string): Promise<PrivacyZone[]> {
      const rows = await zonesOf(database, userId)
      return rows.map(zoneOf)
    },

    /** What is cut out of a user's lines before others see them. */
    async hiddenAreas(userId: string): Promise<HiddenArea[]> {
      const rows = await zonesOf(database, userId)
      return rows.map((row) => hiddenAreaOf(shiftedOf(row)))
    },

    /** `full`: the account has as many as it may. */
    create(
      { id, userId, entry }: { id: string; userId: string; entry: PrivacyZoneEntry },
      now: Date,
    ): Promise<PrivacyZone | 'full'> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if ((await zonesOf(transaction, userId)).length >= privacyZonesLimits.most) return 'full'
        const shift = drawnShift(entry.radiusMetres, random)
        await transaction
          .insertInto('privacy_zones')
          .values({ id, user_id: userId, ...columnsOf({ ...entry, shift }), created_at: now })
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'privacy-zone-made', at: now })
        return { id, ...entry }
      })
    },

    /** Null if the user has no zone with this id. */
    change(
      { id, userId, change }: { id: string; userId: string; change: PrivacyZoneChange },
      now: Date,
    ): Promise<PrivacyZone | null> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const before = (await zonesOf(transaction, userId)).find((row) => row.id === id)
        if (before === undefined) return null
        const zone = withChange(zoneOf(before), change)
        const shift = shiftAfter(shiftedOf(before), zone, random)
        await transaction
          .updateTable('privacy_zones')
          .set(columnsOf({ ...zone, shift }))
          .where('id', '=', id)
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'privacy-zone-changed', at: now })
        return zone
      })
    },

    /** False if the user has no zone with this id. */
    remove(userId: string, id: string, now: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const removed = await transaction
          .deleteFrom('privacy_zones')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (removed === undefined) return false
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'privacy-zone-removed', at: now })
        return true
      })
    },
  }
}

function zonesOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('privacy_zones')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type ZoneRow = Awaited<ReturnType<typeof zonesOf>>[number]

function zoneOf({ id, name, latitude, longitude, radius_metres: radiusMetres }: ZoneRow): PrivacyZone {
  return { id, name, latitude, longitude, radiusMetres }
}

function shiftedOf(row: ZoneRow): ShiftedZone {
  const { latitude, longitude, radius_metres: radiusMetres } = row
  return {
    latitude,
    longitude,
    radiusMetres,
    shift: { eastMetres: row.shift_east_metres, northMetres: row.shift_north_metres },
  }
}

function columnsOf({ name, latitude, longitude, radiusMetres, shift }: ShiftedZone & { name: string }) {
  return {
    name,
    latitude,
    longitude,
    radius_metres: radiusMetres,
    shift_east_metres: shift.eastMetres,
    shift_north_metres: shift.northMetres,
  }
}
