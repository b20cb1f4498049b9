import type { Hooks } from '#server/db/transactions/hooks.ts'

export const accessTokensHooks: Partial<Hooks> = {
  /** Somebody else may have made one, or have been given one. */
  async credentialsChanged(writing, { userId }) {
    await writing.deleteFrom('access_tokens').where('user_id', '=', userId).execute()
  },
}
