import { reportAttribution, reportSource } from '#domain/poi-reports/poi-reports.ts'
import type { Place } from '#contract/base/place.ts'
import type { PoiType } from '#contract/pois/pois.ts'
import type { Writing } from '#server/db/transactions/locks.ts'
import { pointAt } from '#server/db/positions/place.ts'

export type ReportedPois = typeof reportedPois

/** POIs whose source are reports of users, inside somebody's transaction. */
export const reportedPois = {
  async add(
    writing: Writing,
    id: string,
    poi: Facts & { poiType: PoiType; place: Place; seenAt: Date; expiresAt: Date },
    now: Date,
  ): Promise<void> {
    await writing
      .insertInto('pois')
      .values({
        id,
        source: reportSource,
        source_id: id,
        poi_type: poi.poiType,
        place: pointAt(poi.place),
        speed: poi.speed,
        direction: poi.direction,
        attribution: reportAttribution,
        fetched_at: now,
        created_at: poi.seenAt,
        updated_at: now,
        expires_at: poi.expiresAt,
        street: null,
        postcode: null,
        city: null,
        note: null,
      })
      .execute()
  },

  async correct(writing: Writing, id: string, { speed, direction }: Facts, now: Date): Promise<void> {
    await writing.updateTable('pois').set({ speed, direction, updated_at: now }).where('id', '=', id).execute()
  },

  /** It changes the POI every time, so that everything prepared from all POIs is made again. */
  async keepUntil(writing: Writing, id: string, expiresAt: Date, now: Date): Promise<void> {
    await writing.updateTable('pois').set({ expires_at: expiresAt, fetched_at: now }).where('id', '=', id).execute()
  },

  async remove(writing: Writing, ids: readonly string[]): Promise<void> {
    await writing.deleteFrom('pois').where('source', '=', reportSource).where('id', 'in', ids).execute()
  },
}

interface Facts {
  speed: number | null
  direction: number | null
}
