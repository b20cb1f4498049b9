import { demoUserId } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const uploadHooks: Partial<Hooks> = {
  async pictureChosen(writing, { userId, pictureId }) {
    await writing
      .deleteFrom('uploads')
      .where('user_id', '=', userId)
      .where('id', '!=', pictureId ?? '')
      .execute()
  },

  async demoRemoved(writing) {
    await writing.deleteFrom('uploads').where('user_id', '=', demoUserId).execute()
  },
}
