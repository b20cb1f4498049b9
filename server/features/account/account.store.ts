import type { Database } from '#server/db/connection/database.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'

export type AccountStore = ReturnType<typeof createAccountStore>

/** The picture that signed-in users show of themselves. */
export function createAccountStore(database: Database, hooks: Hooks) {
  return {
    /** The owner of an uploaded picture; null if there is no such picture. */
    async ownerOfPicture(pictureId: string): Promise<string | null> {
      const row = await database.selectFrom('uploads').select('user_id').where('id', '=', pictureId).executeTakeFirst()
      return row?.user_id ?? null
    },

    /** Shows this picture of the user and deletes the others. False if it no longer exists. */
    choosePicture(userId: string, pictureId: string | null): Promise<boolean> {
      return inTransaction(database, { accounts: [userId] }, async (transaction) => {
        const picture = await transaction
          .selectFrom('uploads')
          .select('id')
          .where('id', '=', pictureId)
          .where('user_id', '=', userId)
          .executeTakeFirst()
        if (pictureId !== null && picture === undefined) return false
        await hooks.pictureChosen(transaction, { userId, pictureId })
        return true
      })
    },
  }
}
