import { sql } from 'kysely'
import { isDoubted, notVotedOn } from '#domain/poi-reports/doubts.ts'
import { weightOfVote } from '#domain/poi-reports/vote-weight.ts'
import type { Database } from '#server/db/connection/database.ts'
import { type Said, voterOf } from './voters.ts'

export type PoiDoubtsStore = ReturnType<typeof createPoiDoubtsStore>

/** What readers say about POIs of sources, which stay whatever is said. */
export function createPoiDoubtsStore(database: Database) {
  return {
    /** A word about what a source says. What somebody has said later stays. */
    async doubt(id: string, userId: string, { confirms, at, nearness }: Said, now: Date): Promise<void> {
      const weight = weightOfVote(await voterOf(database, userId), { nearness, repeats: 0 }, now)
      const word = { confirms, at, weight }
      await database
        .insertInto('poi_doubts')
        .values({ poi_id: id, user_id: userId, ...word })
        .onConflict((conflict) =>
          conflict.columns(['poi_id', 'user_id']).doUpdateSet(word).where('poi_doubts.at', '<=', at),
        )
        .execute()
    },

    /** Which of these POIs readers doubt; what was once said about statistics does not count. Words from before the source last changed its entry are about another one. */
    async doubtedAmong(ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set()
      const rows = await database
        .selectFrom('poi_doubts')
        .innerJoin('current_pois', 'id', 'poi_id')
        .select(['poi_id', 'confirms', 'at', 'weight'])
        .where(sql<boolean>`poi_id = any(${ids})`)
        .whereRef('at', '>=', 'updated_at')
        .where('poi_type', '<>', notVotedOn)
        .execute()
      const words = Map.groupBy(rows, ({ poi_id }) => poi_id)
      return new Set([...words].flatMap(([id, about]) => (isDoubted(about, now) ? [id] : [])))
    },
  }
}
