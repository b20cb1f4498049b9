import { privacyZonesLimits } from '#contract/privacy-zones/privacy-zones-limits.ts'
import type { PrivacyZone, PrivacyZoneEntry } from '#contract/privacy-zones/privacy-zones.ts'
import {
  drawnShift,
  type HiddenArea,
  hiddenAreaOf,
  type Shift,
  type ShiftedZone,
  shiftAfter,
} from '#domain/privacy-zones/privacy-zones.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { circleColumnsOf, circleOf } from '#server/db/shared/zone-columns.ts'
import { createZonesStore } from '#server/db/shared/zones.ts'

export type PrivacyZonesStore = ReturnType<typeof createPrivacyZonesStore>

/**
 * The places of an account that others are not shown.
 * @param random gives numbers from 0 to below 1 that nobody can guess.
 */
export function createPrivacyZonesStore(database: Database, random: () => number) {
  const zones = createZonesStore<PrivacyZoneEntry, ZoneRow>(database, {
    most: privacyZonesLimits.most,
    activities: { made: 'privacy-zone-made', changed: 'privacy-zone-changed', removed: 'privacy-zone-removed' },
    rowsOf,
    zoneOf,
    insert: (writing, { id, userId, entry }, now) =>
      writing
        .insertInto('privacy_zones')
        .values({
          id,
          user_id: userId,
          ...columnsOf(entry, drawnShift(entry.radiusMetres, random)),
          created_at: now,
        })
        .execute(),
    update: (writing, zone, before) =>
      writing
        .updateTable('privacy_zones')
        .set(columnsOf(zone, shiftAfter(shiftedOf(before), zone, random)))
        .where('id', '=', zone.id)
        .execute(),
    remove: (writing, id) => writing.deleteFrom('privacy_zones').where('id', '=', id).execute(),
  })
  return {
    ...zones,

    /** What is cut out of a user's lines before others see them. */
    async hiddenAreas(userId: string): Promise<HiddenArea[]> {
      const rows = await rowsOf(database, userId)
      return rows.map((row) => hiddenAreaOf(shiftedOf(row)))
    },
  }
}

function rowsOf(queries: Queries, userId: string) {
  return queries
    .selectFrom('privacy_zones')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

type ZoneRow = Awaited<ReturnType<typeof rowsOf>>[number]

const zoneOf = (row: ZoneRow): PrivacyZone => ({ id: row.id, ...circleOf(row) })

function shiftedOf(row: ZoneRow): ShiftedZone {
  return { ...circleOf(row), shift: { eastMetres: row.shift_east_metres, northMetres: row.shift_north_metres } }
}

function columnsOf(zone: PrivacyZoneEntry, { eastMetres, northMetres }: Shift) {
  return { ...circleColumnsOf(zone), shift_east_metres: eastMetres, shift_north_metres: northMetres }
}
