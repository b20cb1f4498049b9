import { sql } from 'kysely'
import { alarmTopics } from '#contract/messages/message-wishes.ts'
import type { Hooks } from '#server/db/transactions/hooks.ts'

export const messagesHooks: Partial<Hooks> = {
  /** Somebody else may have silenced a phone before a theft: the wish is taken back. Phone and browsers have to be entered again. */
  async accountSecured(writing, { userId }) {
    await writing
      .deleteFrom('declined_messages')
      .where('user_id', '=', userId)
      .where(sql<boolean>`topic = any(${alarmTopics}::text[])`)
      .execute()
  },
}
