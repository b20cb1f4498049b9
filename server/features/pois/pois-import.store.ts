import { sql } from 'kysely'
import { feedsServerLimits } from '#contract/limits/feeds-limits.ts'
import { type PoiFacts, poiFacts } from '#domain/pois/poi-facts.ts'
import { countsByCategory } from '#domain/pois/pois.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Edition, ImportTarget } from '#server/db/connection/editions.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import type { PoiRecord } from '#server/feeds/feed.ts'

/** POIs as an import writes them. One keeps its id and `created_at` for as long as its source has it. */
export function createPoisImport(database: Database, newId: () => string): ImportTarget<PoiRecord> {
  return {
    async present(source: string, now: Date): Promise<Record<string, number>> {
      const rows = await database
        .selectFrom('current_pois')
        .select(({ fn }) => ['poi_type', fn.countAll<string>().as('count')])
        .where('source', '=', source)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
        .groupBy('poi_type')
        .execute()
      return countsByCategory(rows.map(({ poi_type, count }) => ({ type: poi_type, count: Number(count) })))
    },

    async replace(next, publish) {
      await removeUnpublished(database, next)
      let added = 0
      for (const records of inChunks(next.records, feedsServerLimits.stagedPois)) {
        added += await stage(database, next, records, newId)
      }
      return inTransaction(database, { feed: next.source }, async (transaction) => {
        const changed = await removeReplaced(transaction, next)
        const removed = await removeGone(transaction, next)
        await countAbsences(transaction, next)
        const changes = { added, changed, removed }
        await publish(transaction, changes)
        return changes
      })
    },
  }
}

/** Its type decides how PostgreSQL reads each fact of a record. */
const typeOfFact: Record<keyof PoiFacts, string> = {
  street: 'text',
  postcode: 'text',
  city: 'text',
  speed: 'integer',
  direction: 'real',
  note: 'text',
}
const typedFacts = sql.raw(poiFacts.map((fact) => `${fact} ${typeOfFact[fact]}`).join(', '))
const factNames = sql.join(poiFacts.map((fact) => sql.ref(fact)))
const factsOf = (table: string) => sql.join(poiFacts.map((fact) => sql.ref(`${table}.${fact}`)))

/** What an unfinished import has left behind. */
async function removeUnpublished(queries: Queries, { source, edition }: Edition<PoiRecord>): Promise<void> {
  await queries.deleteFrom('pois').where('source', '=', source).where('edition', '>=', edition).execute()
}

/** Returns how many of the records are new to the source. */
async function stage(
  queries: Queries,
  { source, attribution, edition, at }: Edition<PoiRecord>,
  records: readonly PoiRecord[],
  newId: () => string,
): Promise<number> {
  const incoming = JSON.stringify(records.map((record) => ({ ...record, newId: newId() })))
  const { rows } = await sql<{ is_new: boolean }>`
    with incoming as (
      select "newId" as new_id, "sourceId" as source_id, "poiType" as poi_type,
        st_setsrid(st_makepoint(longitude, latitude), 4326) as place, ${factsOf('record')},
        coalesce("kindAssumed", false) as kind_assumed, line, "expiresAt" as expires_at
      from jsonb_to_recordset(${incoming}::jsonb) as record(
        "newId" text, "sourceId" text, "poiType" text, latitude float8, longitude float8, ${typedFacts},
        "kindAssumed" boolean, line text, "expiresAt" timestamptz)
    )
    insert into pois (id, source, source_id, poi_type, place, ${factNames},
      kind_assumed, line, attribution, fetched_at, expires_at, created_at, updated_at, edition)
    select coalesce(shown.id, new_id), ${source}, incoming.source_id, incoming.poi_type, incoming.place,
      ${factsOf('incoming')}, incoming.kind_assumed, incoming.line, ${attribution}, ${at}, incoming.expires_at,
      coalesce(shown.created_at, ${at}), ${at}, ${edition}
    from incoming
    left join pois as shown on shown.source = ${source} and shown.source_id = incoming.source_id
    where shown.id is null
      or (shown.poi_type, st_x(shown.place), st_y(shown.place), ${factsOf('shown')},
          shown.kind_assumed, shown.line, shown.attribution, shown.expires_at)
        is distinct from
         (incoming.poi_type, st_x(incoming.place), st_y(incoming.place), ${factsOf('incoming')},
          incoming.kind_assumed, incoming.line, ${attribution}, incoming.expires_at)
    returning not exists (
      select from pois as shown
      where shown.source = pois.source and shown.source_id = pois.source_id and shown.edition < ${edition}
    ) as is_new`.execute(queries)
  return rows.filter(({ is_new }) => is_new).length
}

async function removeReplaced(queries: Queries, { source, edition }: Edition<PoiRecord>): Promise<number> {
  const { rows } = await sql`
    delete from pois using pois as newer
    where pois.source = ${source} and pois.edition < ${edition}
      and newer.source = pois.source and newer.source_id = pois.source_id and newer.edition = ${edition}
    returning pois.id`.execute(queries)
  return rows.length
}

/** POIs without an end stay until they have been missing more often than the source allows. */
async function removeGone(queries: Queries, { source, records, absences = 0 }: Edition<PoiRecord>): Promise<number> {
  const { rows } = await sql`
    delete from pois
    where source = ${source} and (expires_at is not null or absences >= ${absences}) and ${isNotAmong(records)}
    returning id`.execute(queries)
  return rows.length
}

async function countAbsences(queries: Queries, { source, records, absences = 0 }: Edition<PoiRecord>): Promise<void> {
  if (absences === 0) return
  await sql`
    update pois set absences = case when ${isNotAmong(records)} then absences + 1 else 0 end
    where source = ${source} and (absences > 0 or ${isNotAmong(records)})`.execute(queries)
}

function isNotAmong(records: readonly PoiRecord[]) {
  return sql`not exists (
    select from unnest(${records.map(({ sourceId }) => sourceId)}::text[]) as present(source_id)
    where present.source_id = pois.source_id
  )`
}
