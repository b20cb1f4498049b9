import { sql } from 'kysely'
import { middlesOfNights, type Night } from '#domain/alarms/overnight.ts'
import { retainedSince } from '#domain/history/retention.ts'
import type { Queries } from '#server/db/connection/database.ts'

/** Where a device was around three in the morning of each night of which positions are kept. Doubted ones do not count. */
export async function nightsOf(queries: Queries, deviceId: string, now: Date): Promise<Night[]> {
  const ofDevice = sql`
    select latitude, longitude from positions
    where device_id = ${deviceId} and flag is null and recorded_at >= ${retainedSince(now)} and recorded_at <= ${now}`
  const { rows } = await sql<NightRow>`
    select before.latitude as "beforeLatitude", before.longitude as "beforeLongitude",
      after.latitude as "afterLatitude", after.longitude as "afterLongitude"
    from unnest(${middlesOfNights(now)}::timestamptz[]) as night (middle)
    left join lateral (${ofDevice} and recorded_at <= middle order by recorded_at desc limit 1) as before on true
    left join lateral (${ofDevice} and recorded_at > middle order by recorded_at limit 1) as after on true`.execute(
    queries,
  )
  return rows.map((row) => ({
    before: placeOf(row.beforeLatitude, row.beforeLongitude),
    after: placeOf(row.afterLatitude, row.afterLongitude),
  }))
}

interface NightRow {
  beforeLatitude: number | null
  beforeLongitude: number | null
  afterLatitude: number | null
  afterLongitude: number | null
}

function placeOf(latitude: number | null, longitude: number | null): Night['before'] {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}
