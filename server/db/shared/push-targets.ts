import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '#server/db/connection/database.ts'
import type { PushTarget } from '#server/push/pusher.ts'

/** The browsers in which somebody wants push messages, and is still signed in. */
export async function pushTargetsOf(
  queries: Queries,
  userId: string,
  now: Date,
): Promise<{ id: string; target: PushTarget }[]> {
  const rows = await queries
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'endpoint', 'public_key', 'secret'])
    .where('push_subscriptions.user_id', '=', userId)
    .where('sessions.expires_at', '>', now)
    .orderBy('push_subscriptions.id')
    .execute()
  return rows.map(({ id, endpoint, public_key: publicKey, secret }) => ({
    id,
    target: { endpoint, publicKey, secret },
  }))
}

/** Whether there is such a browser. @param userId the column of an account's id. */
export function hasBrowser(userId: string, now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from push_subscriptions join sessions on sessions.id = session_id and sessions.expires_at > ${now}
    where push_subscriptions.user_id = ${sql.ref(userId)})`
}
