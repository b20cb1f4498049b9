import { sql } from 'kysely'
import { demoWarnings } from '#domain/demo/demo-warnings.ts'
import { demoLabel, demoSource } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { pointAt } from '#server/db/positions/place.ts'
import type { GeometryValue } from '#server/db/schema/register.ts'

export const weatherHooks: Partial<Hooks> = {
  async demoBuilt(writing, { now }) {
    for (const warning of demoWarnings(now)) {
      const area = JSON.stringify({ type: 'MultiPolygon', coordinates: [[warning.ring]] })
      await writing
        .insertInto('weather_warnings')
        .values({
          id: `demo-${warning.sourceId}`,
          source: demoSource,
          warning_type: warning.warningType,
          headline: warning.headline,
          description: warning.description,
          instruction: warning.instruction,
          level: warning.level,
          region_name: warning.regionName,
          place: pointAt(warning.centre),
          area: sql<GeometryValue>`st_setsrid(st_geomfromgeojson(${area}), 4326)`,
          valid_from: warning.validFrom,
          valid_until: warning.validUntil,
          sent_at: warning.validFrom,
          fetched_at: now,
          attribution: demoLabel,
        })
        .execute()
    }
  },

  async demoRemoved(writing) {
    await writing.deleteFrom('weather_warnings').where('source', '=', demoSource).execute()
  },
}
