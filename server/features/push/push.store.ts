import { sql } from 'kysely'
import type { PushSubscription } from '#contract/push/push.ts'
import { endingLength } from '#contract/push/push.ts'
import type { Database, Queries } from '#server/db/connection/database.ts'
import { isSignedIn } from '#server/db/connection/live-session.ts'
import { inTransaction } from '#server/db/transactions/locks.ts'
import type { PushTarget } from '#server/push/pusher.ts'
import type { VapidKeys } from '#server/push/vapid.ts'

export interface NewSubscription {
  id: string
  userId: string
  sessionId: string
  target: PushTarget
  now: Date
}

export type PushStore = ReturnType<typeof createPushStore>

/** The sender's keys, and the subscribed browsers. */
export function createPushStore(database: Database) {
  return {
    /** The keys of this installation: made once, shared by all its processes. */
    async keys(make: () => VapidKeys): Promise<VapidKeys> {
      const read = () => database.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
      let row = await read()
      if (row === undefined) {
        const { publicKey, privateKey } = make()
        await database
          .insertInto('push_keys')
          .values({ public_key: publicKey, private_key: privateKey })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        row = await read()
      }
      if (row === undefined) throw new Error('the keys for push messages were not stored')
      return { publicKey: row.public_key, privateKey: row.private_key }
    },

    async list(userId: string, sessionId: string, now: Date): Promise<PushSubscription[]> {
      const rows = await subscriptionRows(database, now)
        .where('push_subscriptions.user_id', '=', userId)
        .orderBy('push_subscriptions.created_at')
        .orderBy('push_subscriptions.id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        client: row.client,
        createdAt: row.created_at.toISOString(),
        current: row.session_id === sessionId,
        ending: row.ending,
      }))
    },

    /**
     * Adds the browser of a session, in place of what that session, or anybody else, had at this address: the user signed
     * in there now gets the notifications. `full` if the user has as many as allowed, `gone` if the session has ended.
     */
    add(subscription: NewSubscription, most: number): Promise<'added' | 'full' | 'gone'> {
      const { id, userId, sessionId, target, now } = subscription
      // One at a time: two browsers that swap places would each take the other's.
      return inTransaction(database, { turn: 'push subscriptions', accounts: [userId] }, async (transaction) => {
        if (!(await isSignedIn(transaction, sessionId))) return 'gone'
        const others = await subscriptionRows(transaction, now)
          .where('push_subscriptions.user_id', '=', userId)
          .where('session_id', '!=', sessionId)
          .where('endpoint', '!=', target.endpoint)
          .execute()
        if (others.length >= most) return 'full'
        await transaction
          .deleteFrom('push_subscriptions')
          .where((is) => is.or([is('session_id', '=', sessionId), is('endpoint', '=', target.endpoint)]))
          .execute()
        await transaction
          .insertInto('push_subscriptions')
          .values({
            id,
            user_id: userId,
            session_id: sessionId,
            endpoint: target.endpoint,
            public_key: target.publicKey,
            secret: target.secret,
            created_at: now,
          })
          .execute()
        return 'added'
      })
    },

    /** Whether it belonged to the user and is now deleted. */
    async remove(userId: string, id: string): Promise<boolean> {
      const removed = await database
        .deleteFrom('push_subscriptions')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst()
      return removed !== undefined
    },
  }
}

/** Those whose session has not ended. */
function subscriptionRows(queries: Queries, now: Date) {
  return queries
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.created_at', 'session_id', 'client'])
    .select(sql<string>`right(endpoint, ${endingLength})`.as('ending'))
    .where('sessions.expires_at', '>', now)
}
