import { demoUserId } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const settingsHooks: Partial<Hooks> = {
  async demoRemoved(writing) {
    await writing.deleteFrom('user_settings').where('user_id', '=', demoUserId).execute()
  },
}
