import { dayMs } from '#contract/time-units.ts'
import { demoEmail, demoUserId } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/hooks.ts'

export const authHooks: Partial<Hooks> = {
  async demoBuilt(writing, { now }) {
    const since = new Date(now.getTime() - 400 * dayMs)
    await writing
      .insertInto('users')
      .values({
        id: demoUserId,
        email: demoEmail,
        // Matches no password: the demo button is the only way in.
        password_hash: '',
        created_at: since,
        email_verified_at: since,
        imei_verified_at: since,
        password_confirmed_at: since,
        demo: true,
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ pending_email: null, disabled_at: null }))
      .execute()
  },

  async demoRemoved(writing, { isRebuilt }) {
    if (!isRebuilt) await writing.deleteFrom('users').where('demo', '=', true).execute()
  },
}
