import { sql } from 'kysely'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Edition, ImportTarget } from '#server/db/connection/editions.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import type { WarningRecord } from '#server/feeds/feed.ts'

/** Writes the warnings of an import. A warning never changes: an update is another one. */
export function createWeatherImport(database: Database): ImportTarget<WarningRecord> {
  return {
    async present(source: string, now: Date): Promise<Record<string, number>> {
      const { count } = await database
        .selectFrom('current_warnings')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('source', '=', source)
        .where((where) => where.or([where('valid_until', 'is', null), where('valid_until', '>', now)]))
        .executeTakeFirstOrThrow()
      return { warnings: Number(count) }
    },

    async replace(next, publish) {
      await removeUnpublished(database, next)
      let added = 0
      for (const records of inChunks(next.records, feedsServerLimits.stagedWarnings)) {
        added += await stage(database, next, records)
      }
      return inTransaction(database, { feed: next.source }, async (transaction) => {
        const removed = await removeGone(transaction, next)
        const changes = { added, changed: 0, removed }
        await publish(transaction, changes)
        return changes
      })
    },
  }
}

/** What an unfinished import has left behind. */
async function removeUnpublished(queries: Queries, { source, edition }: Edition<WarningRecord>): Promise<void> {
  await queries.deleteFrom('weather_warnings').where('source', '=', source).where('edition', '>=', edition).execute()
}

/**
 * Returns how many of the records are new. Self-intersecting outlines are repaired and oriented as GeoJSON wants: outer
 * rings counter-clockwise.
 */
async function stage(
  queries: Queries,
  { source, edition, at }: Edition<WarningRecord>,
  records: readonly WarningRecord[],
): Promise<number> {
  const { rows } = await sql`
    with incoming as (
      select *, st_multi(st_forcepolygonccw(st_collectionextract(
        st_makevalid(st_setsrid(st_geomfromgeojson(area::text), 4326), 'method=structure'), 3))) as outline
      from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as record(
        id text, "warningType" text, headline text, description text, instruction text, level smallint,
        "regionName" text, area jsonb, "validFrom" timestamptz, "validUntil" timestamptz, "sentAt" timestamptz,
        attribution text, "aboveMetres" integer, "belowMetres" integer, advance boolean)
    )
    insert into weather_warnings (id, source, warning_type, headline, description, instruction, level, region_name,
      place, area, valid_from, valid_until, sent_at, fetched_at, attribution, edition,
      above_metres, below_metres, is_advance)
    select id, ${source}, "warningType", headline, description, instruction, level, "regionName",
      st_pointonsurface(outline), outline, "validFrom", "validUntil", "sentAt", ${at}, attribution, ${edition},
      "aboveMetres", "belowMetres", coalesce(advance, false)
    from incoming
    where not st_isempty(outline) and not exists (select from weather_warnings as shown where shown.id = incoming.id)
    returning id`.execute(queries)
  return rows.length
}

async function removeGone(queries: Queries, { source, records }: Edition<WarningRecord>): Promise<number> {
  const { rows } = await sql`
    delete from weather_warnings
    where source = ${source} and not (id = any(${records.map(({ id }) => id)}::text[]))
    returning id`.execute(queries)
  return rows.length
}
