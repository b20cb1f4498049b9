import { demoUserId } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/hooks.ts'

export const uploadHooks: Partial<Hooks> = {
  async demoRemoved(writing) {
    await writing.deleteFrom('uploads').where('user_id', '=', demoUserId).execute()
  },
}
