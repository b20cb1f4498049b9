import type { Queries } from './database.ts'

/**
 * Whether a session that a call was admitted by goes on. While its account is held, it cannot end: what ends sessions because
 * of a thief also ends what was made in them, and must not miss what is made now.
 */
export async function isSignedIn(queries: Queries, sessionId: string): Promise<boolean> {
  const row = await queries.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()
  return row !== undefined
}
