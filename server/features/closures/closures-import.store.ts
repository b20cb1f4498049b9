import { sql } from 'kysely'
import { closuresServerLimits } from '#contract/closures/closures-limits.ts'
import { textOfLine } from '#domain/geo/line-text.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import type { Edition, ImportTarget } from '#server/db/connection/editions.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { inChunks } from '#server/feeds/chunks.ts'
import type { ClosureRecord } from '#server/feeds/feed.ts'

/** Replaces all closed roads by those of an import. */
export function createClosuresImport(database: Database): ImportTarget<ClosureRecord> {
  return {
    async present(source: string): Promise<Record<string, number>> {
      const { count } = await database
        .selectFrom('current_closures')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('source', '=', source)
        .executeTakeFirstOrThrow()
      return { closures: Number(count) }
    },

    async replace(next, publish) {
      await removeUnpublished(database, next)
      for (const records of inChunks(next.records, closuresServerLimits.staged)) await stage(database, next, records)
      return inTransaction(database, { feed: next.source }, async (transaction) => {
        const changes = await removeOlder(transaction, next)
        await publish(transaction, changes)
        return changes
      })
    },
  }
}

/** What an unfinished import has left behind. */
async function removeUnpublished(queries: Queries, { source, edition }: Edition<ClosureRecord>): Promise<void> {
  await queries.deleteFrom('closures').where('source', '=', source).where('edition', '>=', edition).execute()
}

async function stage(
  queries: Queries,
  { source, attribution, edition }: Edition<ClosureRecord>,
  records: readonly ClosureRecord[],
): Promise<void> {
  const incoming = JSON.stringify(records.map(({ line, ...record }) => ({ ...record, line: textOfLine(line) })))
  await sql`
    insert into closures (id, source, name, line, road, rules, attribution, edition)
    select id, ${source}, name, line, st_linefromencodedpolyline(line), rules, ${attribution}, ${edition}
    from jsonb_to_recordset(${incoming}::jsonb) as record(id text, name text, line text, rules jsonb)`.execute(queries)
}

async function removeOlder(queries: Queries, { source, edition, records }: Edition<ClosureRecord>) {
  const { rows } = await sql<{ is_gone: boolean; is_changed: boolean }>`
    delete from closures as older
    where source = ${source} and edition < ${edition}
    returning
      not exists (select from closures as newer where newer.id = older.id and newer.edition = ${edition}) as is_gone,
      not exists (
        select from closures as newer
        where newer.id = older.id and newer.edition = ${edition}
          and (newer.name, newer.line, newer.rules, newer.attribution) is not distinct from
            (older.name, older.line, older.rules, older.attribution)
      ) as is_changed`.execute(queries)
  const removed = rows.filter((row) => row.is_gone).length
  const changed = rows.filter((row) => row.is_changed).length - removed
  return { added: records.length - (rows.length - removed), changed, removed }
}
