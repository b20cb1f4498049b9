import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import type { GuardZone, GuardZoneChange, GuardZoneEntry } from '#contract/guard-zones/guard-zones.ts'
import { withChange } from '#domain/changes/with-change.ts'
import { recordActivity } from '#server/db/shared/activity-log.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type GuardZonesStore = ReturnType<typeof createGuardZonesStore>

/** Where the alarm of an account's vehicles watches differently. Reception reads them with each guard (`guards.store.ts`). */
export function createGuardZonesStore(database: Database) {
  return {
    list: (userId: string): Promise<GuardZone[]> => zonesOf(database, userId),

    /** `full`: the account has as many as it may. */
    create(
      { id, userId, entry }: { id: string; userId: string; entry: GuardZoneEntry },
      now: Date,
    ): Promise<GuardZone | 'full'> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        if ((await zonesOf(transaction, userId)).length >= guardZonesLimits.most) return 'full'
        await transaction
          .insertInto('guard_zones')
          .values({ id, user_id: userId, ...columnsOf(entry), created_at: now })
          .execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'guard-zone-made', at: now })
        return { id, ...entry }
      })
    },

    /** Null if the user has no zone with this id. */
    change(
      { id, userId, change }: { id: string; userId: string; change: GuardZoneChange },
      now: Date,
    ): Promise<GuardZone | null> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const before = (await zonesOf(transaction, userId)).find((zone) => zone.id === id)
        if (before === undefined) return null
        const zone = withChange(before, change)
        await transaction.updateTable('guard_zones').set(columnsOf(zone)).where('id', '=', id).execute()
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'guard-zone-changed', at: now })
        return zone
      })
    },

    /** False if the user has no zone with this id. */
    remove(userId: string, id: string, now: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const removed = await transaction
          .deleteFrom('guard_zones')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (removed === undefined) return false
        await recordActivity(transaction, { userId, actor: 'owner', kind: 'guard-zone-removed', at: now })
        return true
      })
    },
  }
}

async function zonesOf(queries: Queries, userId: string): Promise<GuardZone[]> {
  const rows = await queries
    .selectFrom('guard_zones')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, latitude, longitude, radius_metres: radiusMetres, sharpness, ...row }) => {
    const { weekdays, from_time: from, to_time: to } = row
    const schedule = weekdays === null || from === null || to === null ? null : { weekdays, from, to }
    return { id, name, latitude, longitude, radiusMetres, sharpness, schedule }
  })
}

function columnsOf({ name, latitude, longitude, radiusMetres, sharpness, schedule }: GuardZoneEntry) {
  return {
    name,
    latitude,
    longitude,
    radius_metres: radiusMetres,
    sharpness,
    weekdays: schedule === null ? null : schedule.weekdays.toSorted((one, other) => one - other),
    from_time: schedule?.from ?? null,
    to_time: schedule?.to ?? null,
  }
}
