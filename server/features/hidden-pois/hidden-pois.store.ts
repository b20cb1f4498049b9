import { hiddenPoisLimits } from '#contract/hidden-pois/hidden-pois-limits.ts'
import type { HiddenPoi } from '#contract/hidden-pois/hidden-pois.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import { placeColumns } from '#server/db/positions/place.ts'

export type HiddenPoisStore = ReturnType<typeof createHiddenPoisStore>

/** The POIs that each account does not want to see. */
export function createHiddenPoisStore(database: Database) {
  return {
    async idsOf(userId: string): Promise<ReadonlySet<string>> {
      const rows = await database.selectFrom('hidden_pois').select('poi_id').where('user_id', '=', userId).execute()
      return new Set(rows.map(({ poi_id }) => poi_id))
    },

    async list(userId: string): Promise<HiddenPoi[]> {
      const rows = await database
        .selectFrom('hidden_pois')
        .innerJoin('current_pois', 'id', 'poi_id')
        .select(['id', 'poi_type', 'street', 'postcode', 'city', 'hidden_at'])
        .select(placeColumns)
        .where('user_id', '=', userId)
        .orderBy('hidden_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ poi_type: poiType, hidden_at: hiddenAt, ...poi }) => ({
        ...poi,
        poiType,
        hiddenAt: hiddenAt.toISOString(),
      }))
    },

    /** False: the account hides as many as it may. */
    hide(userId: string, poiId: string, now: Date): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        await forgetGone(transaction, [userId])
        const others = await transaction
          .selectFrom('hidden_pois')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('user_id', '=', userId)
          .where('poi_id', '<>', poiId)
          .executeTakeFirst()
        if (Number(others?.count ?? 0) >= hiddenPoisLimits.most) return false
        await transaction
          .insertInto('hidden_pois')
          .values({ user_id: userId, poi_id: poiId, hidden_at: now })
          .onConflict((conflict) => conflict.columns(['user_id', 'poi_id']).doNothing())
          .execute()
        return true
      })
    },

    /** False: it was not hidden. */
    async show(userId: string, poiId: string): Promise<boolean> {
      const shown = await database
        .deleteFrom('hidden_pois')
        .where('user_id', '=', userId)
        .where('poi_id', '=', poiId)
        .returning('poi_id')
        .executeTakeFirst()
      return shown !== undefined
    },
  }
}

async function forgetGone(queries: Queries, accounts: readonly string[]): Promise<void> {
  await queries
    .deleteFrom('hidden_pois')
    .where('user_id', 'in', accounts)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('pois').select('id').whereRef('id', '=', 'poi_id'))))
    .execute()
}
