import { demoUserId } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const consentsHooks: Partial<Hooks> = {
  async demoRemoved(writing) {
    await writing.deleteFrom('consents').where('user_id', '=', demoUserId).execute()
  },
}
