import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '#server/db/connection/database.ts'
import { addMessages, isOpen, messageKind } from '#server/db/shared/messages.ts'
import { inTransaction, skippingLocked, type Writing } from '#server/db/transactions/locks.ts'
import { emailName } from '#server/mail/email-name.ts'
import { asClaimed, type ClaimedMessage, type ClaimedRow, messageOf } from './claimed-message.ts'
import type { Claim, Ending } from './messages.store.ts'

/** The e-mail of a day with what can wait, by when it is due: an account has one. */
export const digestMessage = messageKind('digest', z.tuple([z.iso.datetime()]))

export type DigestsStore = ReturnType<typeof createDigestsStore>

/** Messages that wait for the e-mail of a day. They have rows of their own, which only that e-mail claims while it is open. */
export function createDigestsStore(database: Database) {
  return {
    /** One whose turn came goes in the e-mail of a day, as if it had never been begun. The first one adds that e-mail. */
    async join({ id, tries, owner }: Claim & Pick<ClaimedMessage, 'owner'>, dueAt: Date): Promise<void> {
      if (owner === null) return
      const { userId } = owner
      const digestId = emailName(digestMessage.name, userId, dueAt.toISOString())
      await inTransaction(database, {}, async (writing) => {
        // Before the message is held: it waits for an account that is being deleted.
        await addMessages(writing, [{ ...unaddressed, id: digestId, about: [dueAt.toISOString()], userId, dueAt }])
        await writing
          .updateTable('messages')
          .set({ state: 'QUEUED', digest_id: digestId, due_at: dueAt, retry_at: null, ended_at: null, begun_at: null })
          .set({ tries: 0 })
          .where('id', '=', id)
          .where('state', '=', 'SENDING')
          .where('tries', '=', tries)
          .execute()
      })
    },

    /**
     * Claims what goes in an e-mail of a day that was claimed, in the order in which it was due. At its first try not what is
     * being sent: a version before claims each by itself. Later that is what the worker before has left behind.
     */
    async collect({ id, tries }: Claim, now: Date): Promise<ClaimedMessage[]> {
      const isWaiting = tries === 1 ? sql<boolean>`messages.state = 'QUEUED'` : isOpen
      const { rows } = await sql<ClaimedRow>`
        with waiting as materialized (
          select id from messages where digest_id = ${id} and ${isWaiting} ${skippingLocked('messages')}),
        claimed as (
          update messages set state = 'SENDING', begun_at = ${now}, ended_at = null, retry_at = null, tries = tries + 1
          from waiting where messages.id = waiting.id returning messages.*)
        ${asClaimed(now)} order by device_id, kind, claimed.id`.execute(database)
      return rows.map(messageOf)
    },
  }
}

const unaddressed = {
  kind: digestMessage.name,
  deviceId: null,
  alarmId: null,
  number: null,
  channel: 'EMAIL',
  recipient: null,
  address: null,
  words: null,
  rank: 0,
} as const

/** Records of messages what became of the e-mail of a day in which they went, in its transaction. */
export async function endTogether(
  writing: Writing,
  ids: readonly string[],
  { state }: Pick<Ending, 'state'>,
  now: Date,
): Promise<void> {
  await writing
    .updateTable('messages')
    .set({ state, ended_at: now, retry_at: null, words: null, address: null })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('state', '=', 'SENDING')
    .execute()
}
