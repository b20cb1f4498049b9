import { sql } from 'kysely'
import type { Instant, Place } from '#contract/base/place.ts'
import type { DataStatus, WarningLevel } from '#contract/weather.ts'
import type { World } from '#domain/demo/demo.ts'
import { dataStatus, warningAttribution } from '#domain/weather/weather.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { placeColumns, pointAt } from '#server/db/positions/place.ts'
import { isOf } from '#server/db/connection/worlds.ts'
import { cap } from '#server/feeds/cap/cap.ts'

/** A warning that is in force, with its place in the middle of its area. */
export interface Warning {
  id: string
  source: string
  warningType: string
  headline: string
  description: string
  instruction: string | null
  level: WarningLevel
  regionName: string
  latitude: number
  longitude: number
  validFrom: Instant
  validUntil: Instant | null
  fetchedAt: Instant
  attribution: string
  aboveMetres: number | null
  belowMetres: number | null
  /** It is advance information; absent: a warning. */
  advance?: true
}

export type WeatherStore = ReturnType<typeof createWeatherStore>

/**
 * The warnings in force: issued, and not over; and advance information, marked. One that begins later is shown with its
 * times as soon as it is issued, as its source asks of those who pass its warnings on (feeds, section 2). The most severe
 * come first, advance information last.
 */
export function createWeatherStore(database: Database, world: World) {
  const warningRows = (now: Date) => warningsInForce(database, now).where(isOf(world))

  return {
    /** With the attribution for data of that age; `asOf`: when they were last fetched, null: never. */
    async inForce(now: Date): Promise<{ warnings: Warning[]; asOf: Instant | null; status: DataStatus }> {
      const warnings = (await warningRows(now).execute()).map(warningOf)
      // The demo world is always up to date; warnings that no import brought are as old as they say.
      const asOf = world === 'demo' ? now.toISOString() : ((await fetchedAt(cap.name)) ?? newest(warnings))
      const status = dataStatus(asOf, now)
      const attributed = warnings.map((warning) => ({
        ...warning,
        attribution: warningAttribution(warning.attribution, status),
      }))
      return { warnings: attributed, asOf, status }
    },

    /** The ids of those whose area covers a place. */
    async idsAt(place: Place, now: Date): Promise<string[]> {
      const rows = await warningRows(now)
        .where(sql<boolean>`st_covers(area, ${pointAt(place)})`)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** With each area as the text of a GeoJSON geometry, accurate to about a metre. */
    async areasInForce(now: Date): Promise<(Warning & { geometry: string })[]> {
      const rows = await warningRows(now)
        .select(sql<string>`st_asgeojson(area, 5)`.as('geometry'))
        .execute()
      return rows.map((row) => ({ ...warningOf(row), geometry: row.geometry }))
    },
  }

  async function fetchedAt(source: string): Promise<Instant | null> {
    const row = await database
      .selectFrom('feed_states')
      .select('last_success_at')
      .where('feed', '=', source)
      .executeTakeFirst()
    return row?.last_success_at?.toISOString() ?? null
  }
}

function newest(warnings: readonly Warning[]): Instant | null {
  return (
    warnings
      .map(({ fetchedAt }) => fetchedAt)
      .toSorted()
      .at(-1) ?? null
  )
}

function warningsInForce(queries: Queries, now: Date) {
  return queries
    .selectFrom('current_warnings')
    .select([
      'id',
      'source',
      'warning_type',
      'headline',
      'description',
      'instruction',
      'level',
      'region_name',
      'valid_from',
      'valid_until',
      'fetched_at',
      'attribution',
      'above_metres',
      'below_metres',
      'is_advance',
    ])
    .select(placeColumns)
    .where('sent_at', '<=', now)
    .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', now)]))
    .orderBy('is_advance')
    .orderBy('level', 'desc')
    .orderBy('valid_from')
    .orderBy('id')
}

type WarningRow = Awaited<ReturnType<ReturnType<typeof warningsInForce>['executeTakeFirstOrThrow']>>

function warningOf(row: WarningRow): Warning {
  return {
    id: row.id,
    source: row.source,
    warningType: row.warning_type,
    headline: row.headline,
    description: row.description,
    instruction: row.instruction,
    level: row.level,
    regionName: row.region_name,
    latitude: row.latitude,
    longitude: row.longitude,
    validFrom: row.valid_from.toISOString(),
    validUntil: row.valid_until?.toISOString() ?? null,
    fetchedAt: row.fetched_at.toISOString(),
    attribution: row.attribution,
    aboveMetres: row.above_metres,
    belowMetres: row.below_metres,
    ...(row.is_advance && { advance: true }),
  }
}
