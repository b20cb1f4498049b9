import { dayMs } from '#contract/base/time-units.ts'
import { demoEmail, demoUserId } from '#domain/demo/demo.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const authHooks: Partial<Hooks> = {
  /** Other sessions have proved nothing by it yet. */
  async secondFactorSwitchedOn(writing, { userId, sessionId }) {
    await writing
      .updateTable('sessions')
      .set({ confirmed_at: null })
      .where('user_id', '=', userId)
      .where('id', '!=', sessionId)
      .execute()
  },

  async pictureChosen(writing, { userId, pictureId }) {
    await writing.updateTable('users').set({ picture_id: pictureId }).where('id', '=', userId).execute()
  },

  async deletionPlanned(writing, { userId, deletesAt }) {
    await writing
      .updateTable('users')
      .set({ deletes_at: deletesAt })
      .where('id', '=', userId)
      .where('deletes_at', 'is distinct from', deletesAt)
      .execute()
  },

  async accountRemoved(writing, { userId }) {
    await writing.deleteFrom('users').where('id', '=', userId).execute()
  },

  /** All links of the alarm are used by that. */
  async alarmAnswered(writing, { alarmId, userId, at }) {
    await writing
      .updateTable('email_tokens')
      .set({ used_at: at })
      .where('alarm_id', '=', alarmId)
      .where('user_id', '=', userId)
      .execute()
  },

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
