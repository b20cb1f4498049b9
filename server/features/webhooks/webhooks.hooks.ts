import type { Hooks } from '#server/db/transactions/hooks.ts'

export const webhooksHooks: Partial<Hooks> = {
  /** Somebody else may have made one: its owner looks at it, and lets it go on. */
  async credentialsChanged(writing, { userId }) {
    await writing.updateTable('webhooks').set({ paused: 'CREDENTIALS' }).where('user_id', '=', userId).execute()
  },

  /** Somebody else may have arranged to be told. */
  async accountSecured(writing, { userId }) {
    await writing.deleteFrom('webhooks').where('user_id', '=', userId).execute()
  },
}
