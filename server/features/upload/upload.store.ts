import { sql } from 'kysely'
import { purgeServerLimits } from '#contract/limits/purge-limits.ts'
import { hourMs } from '#contract/base/time-units.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type UploadStore = ReturnType<typeof createUploadStore>

export function createUploadStore(database: Database) {
  return {
    async keep(upload: { id: string; userId: string; picture: Buffer; at: Date }): Promise<void> {
      const { id, userId, picture, at } = upload
      await database.insertInto('uploads').values({ id, user_id: userId, picture, created_at: at }).execute()
    },

    /** Removes pictures that nobody has chosen within `purgeServerLimits.unchosenPictureHours`. */
    async purge(now: Date): Promise<void> {
      const longAgo = new Date(now.getTime() - purgeServerLimits.unchosenPictureHours * hourMs)
      const found = await unchosen(database, longAgo).select('user_id').distinct().execute()
      const accounts = found.map(({ user_id }) => user_id)
      await inTransaction(database, { accounts }, async (transaction) => {
        await transaction
          .deleteFrom('uploads')
          .where('id', 'in', unchosen(transaction, longAgo).select('id'))
          .where(sql<boolean>`user_id = any(${accounts}::text[])`)
          .execute()
      })
    },

    async find(id: string): Promise<{ userId: string; picture: Buffer } | null> {
      const row = await database
        .selectFrom('uploads')
        .select(['user_id', 'picture'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : { userId: row.user_id, picture: row.picture }
    },
  }
}

function unchosen(queries: Queries, before: Date) {
  return queries
    .selectFrom('uploads')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('users.picture_id', '=', 'uploads.id'))),
    )
}
