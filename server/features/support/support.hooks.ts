import type { Hooks } from '#server/db/transactions/hooks.ts'

export const supportHooks: Partial<Hooks> = {
  /** What was done stays, without what it says of the person. */
  async accountRemoved(writing, { userId }) {
    await writing
      .updateTable('support_actions')
      .set({ user_id: null, detail: null })
      .where('user_id', '=', userId)
      .execute()
  },
}
