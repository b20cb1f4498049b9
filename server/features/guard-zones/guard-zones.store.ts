import { guardZonesLimits } from '#contract/guard-zones/guard-zones-limits.ts'
import type { GuardZone, GuardZoneEntry } from '#contract/guard-zones/guard-zones.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { circleColumnsOf, circleOf } from '#server/db/shared/zone-columns.ts'
import { createZonesStore } from '#server/db/shared/zones.ts'

export type GuardZonesStore = ReturnType<typeof createGuardZonesStore>

/** Where the alarm of an account's vehicles watches differently. Reception reads them with each guard (`guards.store.ts`). */
export function createGuardZonesStore(database: Database) {
  return createZonesStore<GuardZoneEntry, ZoneRow>(database, {
    most: guardZonesLimits.most,
    activities: { made: 'guard-zone-made', changed: 'guard-zone-changed', removed: 'guard-zone-removed' },
    rowsOf,
    zoneOf,
    insert: (writing, { id, userId, entry }, now) =>
      writing
        .insertInto('guard_zones')
        .values({ id, user_id: userId, ...columnsOf(entry), created_at: now })
        .execute(),
    update: (writing, zone) =>
      writing.updateTable('guard_zones').set(columnsOf(zone)).where('id', '=', zone.id).execute(),
    remove: (writing, id) => writing.deleteFrom('guard_zones').where('id', '=', id).execute(),
  })
}

function rowsOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('guard_zones')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type ZoneRow = Awaited<ReturnType<typeof rowsOf>>[number]

function zoneOf(row: ZoneRow): GuardZone {
  const { id, sharpness, weekdays, from_time: from, to_time: to } = row
  const schedule = weekdays === null || from === null || to === null ? null : { weekdays, from, to }
  return { id, ...circleOf(row), sharpness, schedule }
}

function columnsOf({ sharpness, schedule, ...circle }: GuardZoneEntry) {
  return {
    ...circleColumnsOf(circle),
    sharpness,
    weekdays: schedule === null ? null : schedule.weekdays.toSorted((one, other) => one - other),
    from_time: schedule?.from ?? null,
    to_time: schedule?.to ?? null,
  }
}
